import { authJobs } from './auth/jobs.ts'
import { callOffJobs } from './bookings/call-off.ts'
import { bookingJobs, scheduleBookings } from './bookings/settle-job.ts'
import { broadcastJobs } from './broadcasts/jobs.ts'
import { bulkActJobs } from './bulk-acts/jobs.ts'
import { cutoffJobs } from './cutoffs/jobs.ts'
import { exportJobs } from './exports/jobs.ts'
import { fileJobs } from './files/jobs.ts'
import { formBuildingJobs } from './form-building/jobs.ts'
import { judgingJobs } from './judging/jobs.ts'
import { keyJobs } from './keys/jobs.ts'
import { lessonJobs } from './lessons/jobs.ts'
import { meetingJobs, scheduleMeetings } from './meetings/watch-meetings.ts'
import { mentorJobs, scheduleMentors } from './mentors/jobs.ts'
import { outboxJobs } from './outbox/jobs.ts'
import { participantJobs } from './participants/jobs.ts'
import { erasureHooks } from './personal-data-hooks.ts'
import type { Task } from './platform/jobs/jobs.ts'
import { avatarFiles } from './profile/change-avatar.ts'
import { profileJobs } from './profile/jobs.ts'
import { applicationFiles } from './registration/held-files.ts'
import { registrationJobs } from './registration/jobs.ts'
import type { Services } from './services.ts'
import { similarityJobs } from './similarity/jobs.ts'
import { scheduleTracks, trackJobs } from './stages/choose_tracks/settle.ts'
import { stageFiles } from './stages/held-files.ts'
import { scheduleStageJobs, stageJobs } from './stages/jobs.ts'
import { peerJobs, schedulePeerJobs } from './stages/mgmt_solution_assessment/jobs.ts'
import { multiformJobs } from './stages/multiform/jobs.ts'
import { rulesJobs } from './stages/rules/remind-of-rules.ts'
import { formationJobs, scheduleFormation } from './stages/teams_forming/orphans.ts'
import { schedulePapers, testJobs } from './stages/test/test-jobs.ts'
import { interviewJobs, scheduleInterviewJobs } from './stages/videointerview/jobs.ts'

/** Every job of the portal by its name in the queue. */
export const jobTasks = (services: Services): Record<string, Task> => ({
  ...authJobs(services),
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
