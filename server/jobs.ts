import { authJobs } from '#server/accounts/auth/jobs.ts'
import { identityJobs } from '#server/accounts/identity/jobs.ts'
import { invitationJobs } from '#server/accounts/invitations/send-invitation.ts'
import { keyJobs } from '#server/accounts/keys/jobs.ts'
import { avatarFiles } from '#server/accounts/profile/change-avatar.ts'
import { profileJobs } from '#server/accounts/profile/jobs.ts'
import { applicationFiles } from '#server/accounts/registration/held-files.ts'
import { registrationJobs } from '#server/accounts/registration/jobs.ts'
import { fileJobs } from '#server/forms/files/jobs.ts'
import { scheduleTracks, trackJobs } from '#server/kinds/choose_tracks/settle.ts'
import { stageFiles } from '#server/kinds/held-files.ts'
import { peerJobs, schedulePeerJobs } from '#server/kinds/mgmt_solution_assessment/jobs.ts'
import { multiformJobs } from '#server/kinds/multiform/jobs.ts'
import { rulesJobs } from '#server/kinds/rules/remind-of-rules.ts'
import { formationJobs, scheduleFormation } from '#server/kinds/teams_forming/orphans.ts'
import { schedulePapers, testJobs } from '#server/kinds/test/test-jobs.ts'
import { interviewJobs, scheduleInterviewJobs } from '#server/kinds/videointerview/jobs.ts'
import { auditJobs } from '#server/messages/audit-letter/jobs.ts'
import { outboxJobs } from '#server/messages/outbox/jobs.ts'
import { broadcastJobs } from '#server/people/broadcasts/jobs.ts'
import { bulkActJobs } from '#server/people/bulk-acts/jobs.ts'
import { exportJobs } from '#server/people/exports/jobs.ts'
import { participantJobs } from '#server/people/participants/jobs.ts'
import type { Lane } from '#server/platform/jobs/jobs.ts'
import type { Task } from '#server/platform/jobs/task.ts'
import { callOffJobs } from '#server/programme/bookings/call-off.ts'
import { bookingJobs, scheduleBookings } from '#server/programme/bookings/settle-job.ts'
import { lessonJobs } from '#server/programme/lessons/jobs.ts'
import { meetingJobs, scheduleMeetings } from '#server/programme/meetings/watch-meetings.ts'
import { mentorJobs, scheduleMentors } from '#server/programme/mentors/jobs.ts'
import { cutoffJobs } from '#server/review/cutoffs/jobs.ts'
import { judgingJobs } from '#server/review/judging/jobs.ts'
import { similarityJobs } from '#server/review/similarity/jobs.ts'
import { formBuildingJobs } from '#server/seasons/forms/jobs.ts'
import { scheduleStageJobs, stageJobs } from '#server/stages/jobs.ts'
import { erasureHooks } from './personal-data-hooks.ts'
import type { Services } from './services.ts'

/** Every job of the portal by its name in the queue. */
export const jobTasks = (services: Services): Record<string, Task> => ({
  ...auditJobs(services),
  ...authJobs(services),
  ...identityJobs(services),
  ...keyJobs(services),
  ...outboxJobs(services),
  ...registrationJobs(services),
  ...profileJobs(services, erasureHooks),
  ...stageJobs(services),
  ...meetingJobs(services),
  ...multiformJobs(services),
  ...rulesJobs(services),
  ...formBuildingJobs(services),
  ...trackJobs(services),
  ...formationJobs(services),
  ...mentorJobs(services),
  ...bookingJobs(services),
  ...callOffJobs(services),
  ...invitationJobs(services),
  ...judgingJobs(services),
  ...cutoffJobs(services),
  ...similarityJobs(services),
  ...lessonJobs(services),
  ...participantJobs(services),
  ...exportJobs(services),
  ...broadcastJobs(services),
  ...bulkActJobs(services),
  ...peerJobs(services),
  ...testJobs(services),
  ...interviewJobs(services),
  ...fileJobs(services, [...stageFiles, ...applicationFiles, avatarFiles]),
})

/** Every job has its lane here; a job without one stops the start. */
const laneOf: Record<string, Lane> = {
  ...inLane('codes', ['send_restore_letter', 'send_urgent_letter']),
  send_urgent_sms: 'smsCodes',
  ...inLane('people', [
    'accept_hand_in',
    'assemble_take',
    'assign_works',
    'carry_out_identity_act',
    'compare_lesson_photos',
    'confirm_hand_in',
    'drop_export',
    'erase_person',
    'finish_attempts',
    'freeze_protocol',
    'hand_in_drafts',
    'make_test_papers',
    'match_mentors',
    'offer_mentors',
    'prepare_hand_in',
    'publish_protocols',
    'remove_erased_files',
    'run_bulk_act',
    'settle_bookings',
    'settle_mentors',
    'settle_tracks',
    'write_export',
  ]),
  ...inLane('notices', [
    'remind_of_rules',
    'send_broadcast',
    'send_gathered',
    'send_invitation',
    'tell_called_off',
    'tell_of_consent',
    'tell_of_extension',
    'tell_of_form',
    'tell_of_matching',
    'tell_of_part',
    'tell_of_track',
    'tell_test_results',
  ]),
  send_message: 'letters',
  send_sms: 'sms',
  scan_file: 'scans',
  transcode_take: 'recordings',
  ...inLane('housekeeping', [
    'compare_works',
    'forget_expired',
    'look_at_locked_teams',
    'remind_judges',
    'remind_of_ends',
    'remind_of_openings',
    'remind_peer_raters',
    'remove_old_videos',
    'renew_peer_pools',
    'replace_lost_captains',
    'reseal_data',
    'settle_identity_act',
    'shorten_versions',
    'sweep_files',
    'watch_meetings',
    'write_of_audit',
  ]),
}

function inLane(lane: Lane, names: string[]): Record<string, Lane> {
  return Object.fromEntries(names.map((name) => [name, lane]))
}

/** The jobs of each lane. */
export function jobLanes(services: Services): Partial<Record<Lane, Record<string, Task>>> {
  const byLane: Partial<Record<Lane, Record<string, Task>>> = {}
  for (const [name, task] of Object.entries(jobTasks(services))) {
    const lane = laneOf[name]
    if (!lane) throw new Error(`the job ${name} has no lane`)
    byLane[lane] = { ...byLane[lane], [name]: task }
  }
  return byLane
}

/** Schedules the regular jobs of stages and of their kinds. */
export async function scheduleAllStageJobs(services: Services): Promise<void> {
  await scheduleStageJobs(services)
  await schedulePeerJobs(services)
  await schedulePapers(services)
  await scheduleTracks(services)
  await scheduleFormation(services)
  await scheduleMentors(services)
  await scheduleBookings(services)
  await scheduleInterviewJobs(services)
  await scheduleMeetings(services)
}
