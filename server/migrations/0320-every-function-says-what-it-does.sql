-- docs/schema.sql shows these sentences beside the functions and beside the triggers that run them.
drop function lock_if_unchanged(integer, integer, integer, text, bigint, text);

-- The bank has one writer, which removes the papers itself.
drop trigger version_written on test_question_versions;
drop trigger question_retired on test_questions;
drop function drop_papers_of_the_bank();
drop function drop_papers_of_the_question();

-- Versions, from which a process learns that what it remembers is old.
comment on function people_changed is 'Gives these people, and everybody in a team with them, a new version of what is known of them.';
comment on function people_written is 'Gives a new version to everybody whose rows the statement wrote, and to their teams.';
comment on function person_written is 'Gives a new version to the person of the row, and to everybody in a team with them.';
comment on function facts_begun is 'Gives a new version to the people of new facts, unless the rows are empty and were only made to be locked.';
comment on function facts_rewritten is 'Gives a new version to the people whose facts the statement changed; rows written only to lock them change nothing.';
comment on function decisions_published is 'Gives a new version to everybody about whom a decision was published.';
comment on function attempt_written is 'Gives a new version to the person or the team of the attempt, because the status of the stage follows from it.';
comment on function team_members_written is 'Gives a new version to the person of the membership and to the members of the team, so to those who stay and to who has left.';
comment on function team_of_people_written is 'Gives a new version to all members of the team.';
comment on function team_solution_written is 'Gives a new version to all members of the team, because the status of their stage follows from the row.';
comment on function playoff_people_of is 'The people behind these entrants of a bracket: the named ones, and all members of their teams.';
comment on function playoff_entrant_written is 'Gives a new version to the people of the entrant.';
comment on function playoff_match_written is 'Gives a new version to the people of both sides of the match, and of the matches before it.';
comment on function raise_season_version is 'Raises the version of these competitions in the order of their codes, and tells the processes.';
comment on function season_written_by_code is 'Raises the version of the competitions whose code is in the named column of the rows.';
comment on function season_written_by_stage is 'Raises the version of the competitions of the stages whose rows were written.';
comment on function season_extended is 'Raises the version of the competition when a group gets more time; more time for one person is read with the person.';
comment on function raise_dictionary_version is 'Raises the version of the dictionaries, and tells the processes.';
comment on function tell_accounts is 'Tells the processes the ids of these accounts on a channel, 500 in a message.';
comment on function tell_everyone is 'Tells the processes on the named channel that the table was emptied.';
comment on function tell_access_changed is 'Tells the processes that the rights or the sessions of the account in the named column changed.';
comment on function tell_notifications_added is 'Tells the processes whose notifications were added, for the poll that is answered from memory.';
comment on function tell_notifications_changed is 'Tells the processes whose notifications were changed.';
comment on function tell_notifications_removed is 'Tells the processes whose notifications were removed.';
comment on function lock_at_once_if_unchanged is 'Locks the team and the facts of a person without waiting, and says whether they and the season still have these versions.';

-- Decisions and facts of stages. The code writes them in server/stages/settle.ts and server/stages/facts.ts only.
comment on function decision_stands is 'Whether the latest published decision about a person at a stage is a pass or a failure: then nothing else changes the facts.';
comment on function decision_takes_effect is 'Gives a published decision a later moment than every earlier one about the person at the stage.';
comment on function decision_no_longer_stands is 'When a decision returns the work, works out the facts again from the team, the booking or the meetings.';
comment on function write_team_facts is 'Writes the facts that follow from a formed team for its members, or for one of them, unless a decision stands.';
comment on function write_booking_facts is 'Writes the facts that follow from bookings of the stage, for everybody or for one person, unless a decision stands.';
comment on function write_meeting_facts is 'Writes the facts that follow from a person''s meetings in a competition, unless a decision stands.';
comment on function count_meetings is 'Writes the facts of a person''s meetings, one person of a competition after the other.';
comment on function team_member_counts is 'Gives a new member the facts of the team and takes them from who has left; the job looks at the team again.';
comment on function team_counts is 'Writes the facts of the members after a verdict on the team; the job looks at the team again.';
comment on function booking_written is 'Writes the facts that follow from a booking, and clears them when it is removed.';
comment on function event_called_off is 'Writes the facts of everybody booked when the event is called off or held after all.';
comment on function event_settings_changed is 'Writes the facts of everybody booked when the stage asks for something else than before.';
comment on function meeting_party_written is 'Writes the facts of the person''s meetings at the end of the transaction.';
comment on function track_of_meetings_changed is 'Writes the facts of the person''s meetings when the track changes, because other stages count them.';
comment on function meetings_asked_changed is 'Writes the facts of everybody with meetings when the stage asks for another number of them or is meant for others.';
comment on function stage_settled is 'A work that is decided about, or taken back, no longer waits for people who check it.';
comment on function hand_in_arrived is 'Makes the work of a first hand-in; with each later one the work waits for people again.';
comment on function track_decided is 'After a decision a kept place in a track becomes the person''s own or is free again, also for those for whom the person chose.';
comment on function track_given is 'A person with a place in a track is in that track.';

-- What is to be looked at again by a job.
comment on function has_parts is 'Whether stages of this kind have parts below them.';
comment on function drafts_due_anew is 'The sweep looks again at the drafts, attempts and reminders of these stages and their parts.';
comment on function stage_window_changed is 'The sweep looks at everything of the stage when the stage is new or its end changes.';
comment on function stage_window_extended is 'The sweep looks again at everything of the stage when an incident, a group''s extension or a reopening moves its end.';
comment on function person_window_extended is 'The sweep looks again at the drafts, attempts and reminders of the person who gets more time.';
comment on function team_window_extended is 'The sweep looks again at the draft of the team that gets more time, and at the reminders of its members.';
comment on function reminders_due_anew is 'The job looks again at who asked to be told of the opening, when what it depends on changes.';
comment on function look_at_teams_of_stage is 'The job looks again at all locked teams of the stage.';
comment on function stage_of_teams_changed is 'The job looks again at all locked teams when what their stage asks for, or its end, changes.';
comment on function season_of_teams_moved is 'The job looks again at all locked teams of a competition whose end moves.';
comment on function end_of_stage_moved is 'The job looks again at all locked teams of the stage when an incident or a group''s extension moves its end.';
comment on function end_of_person_moved is 'The job looks again at the locked team of a person who gets more time.';
comment on function member_acted is 'Notes the locked team of a person who has passed a stage that the team must have passed, or has passed it no longer.';
comment on function member_changed is 'Notes the locked team of a person whose region, track, consent or employer changed.';
comment on function member_has_other_account is 'Notes the team of a member who left it or whose accounts were merged.';
comment on function asked_stage_reopened is 'Notes the locked teams whose members must pass the reopened stage again.';
comment on function judge_dropped_out is 'A work that has lost a judge gets another one by a job.';
comment on function newer_hand_in_lacks_judges is 'A work handed in anew gets another judge by a job in place of one who was removed.';

-- Counts, and rows that others need or need no longer.
comment on function team_members_counted is 'Counts the active members of a team in the team.';
comment on function team_member_has_competition is 'Writes the competition of the team into the membership, for the key of one team in a competition.';
comment on function team_code_replaced is 'Keeps the hash of a replaced code of a team, so that the old link is told from a wrong one.';
comment on function free_place is 'Counts a place of the slot as free when a booking that holds it is removed.';
comment on function form_version_written is 'Keeps which questions of the version ask for the employer.';
comment on function playoff_judge_left is 'A person who no longer judges at the stage loses the matches without a mark.';
comment on function team_observer_left is 'A person who no longer observes at the stage loses the teams without a mark.';
comment on function drop_papers_of_the_stage is 'Removes papers made ahead for a test whose papers are now drawn in another way.';
comment on function drop_papers_of_the_person is 'Removes papers made ahead for a person whose track changes.';

-- The audit belongs to another role (0138).
set local role none;
comment on function audit_hash is 'The hash of a row of the audit and of the row before it.';
comment on function audit_link is 'Gives a new row of the audit its number, its time and the hash that links it to the row before, and tells the processes.';
comment on function audit_is_append_only is 'Refuses to change, remove or empty rows of the audit.';
