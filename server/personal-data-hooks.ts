import { erasePasswordTries } from '#server/accounts/auth/erase-password-tries.ts'
import { ownSessions } from '#server/accounts/auth/own-session-data.ts'
import { ownFormerPhones, ownMerges } from '#server/accounts/duplicates/own-merges.ts'
import { ownIdentityActs } from '#server/accounts/identity/own-identity-acts.ts'
import { ownAccount } from '#server/accounts/profile/own-account-data.ts'
import { eraseRegistrations } from '#server/accounts/registration/erase-registrations.ts'
import { ownApplications, ownConsents } from '#server/accounts/registration/own-application-data.ts'
import { ownStateServiceLinks } from '#server/accounts/state-service/own-link-data.ts'
import { eraseFiles } from '#server/forms/files/erase-files.ts'
import { ownFiles } from '#server/forms/files/own-file-data.ts'
import { ownFaqFeedback } from '#server/help/faq/own-faq-data.ts'
import { ownFeedback } from '#server/help/support/own-feedback-data.ts'
import { kindDataSources, ownAttempts, ownDecisions, ownDrafts, ownHandIns } from '#server/kinds/own-stage-data.ts'
import { ownNotificationChoices, ownNotifications } from '#server/messages/notifications/own-notification-data.ts'
import { eraseMessages } from '#server/messages/outbox/erase-messages.ts'
import { ownBroadcasts } from '#server/people/broadcasts/own-broadcasts.ts'
import { ownParticipantActs } from '#server/people/participants/own-acts.ts'
import type { ErasureHook } from '#server/platform/personal-data/erasure.ts'
import type { OwnDataSource } from '#server/platform/personal-data/own-data.ts'
import { ownBookings, ownDoorMarks } from '#server/programme/bookings/own-booking-data.ts'
import { ownMeetings } from '#server/programme/meetings/own-meeting-data.ts'
import { ownChoices, ownMentorProfile } from '#server/programme/mentors/own-mentor-data.ts'
import { ownRegionalTeams } from '#server/programme/regional-teams/own-team-data.ts'
import { leaveTeamsForGood } from '#server/programme/team-formation/leave-for-good.ts'
import { ownFormedTeams } from '#server/programme/team-formation/own-formation-data.ts'
import { ownAppeals } from '#server/review/appeals/own-appeals.ts'
import { ownProtocolRows } from '#server/review/cutoffs/own-protocol-rows.ts'
import { ownBackground } from '#server/review/judging/background.ts'
import { eraseJudged } from '#server/review/judging/erase-judged.ts'
import { ownParticipations } from '#server/seasons/competitions/own-competition-data.ts'
import { lockErasedWork } from '#server/stages/lock-erased.ts'

/** All sources of data about a person, in the order of the exported document. */
export const ownDataSources: readonly OwnDataSource[] = [
  { name: 'account', title: 'Учётная запись', read: (db, accountId, { config }) => ownAccount(db, accountId, config) },
  { name: 'participations', title: 'Участие в конкурсах', read: ownParticipations },
  { name: 'participant_acts', title: 'Отстранение и возвращение', read: ownParticipantActs },
  { name: 'applications', title: 'Заявки', read: ownApplications },
  { name: 'consents', title: 'Согласия', read: ownConsents },
  { name: 'hand_ins', title: 'Сданные работы', read: ownHandIns },
  { name: 'drafts', title: 'Черновики', read: ownDrafts },
  { name: 'attempts', title: 'Попытки', read: ownAttempts },
  { name: 'decisions', title: 'Решения', read: ownDecisions },
  { name: 'protocol_rows', title: 'Протоколы отбора', read: ownProtocolRows },
  { name: 'appeals', title: 'Апелляции', read: ownAppeals },
  ...kindDataSources,
  { name: 'judge_background', title: 'Сведения эксперта', read: ownBackground },
  { name: 'mentor_profile', title: 'Профиль наставника', read: ownMentorProfile },
  { name: 'mentor_choices', title: 'Выбор наставников', read: ownChoices },
  { name: 'meetings', title: 'Встречи', read: ownMeetings },
  { name: 'feedback', title: 'Обращения в поддержку', read: ownFeedback },
  { name: 'faq_feedback', title: 'Оценки статей справки', read: ownFaqFeedback },
  { name: 'regional_teams', title: 'Региональные команды', read: ownRegionalTeams },
  { name: 'formed_teams', title: 'Команды', read: ownFormedTeams },
  { name: 'bookings', title: 'Запись на очные мероприятия', read: ownBookings },
  { name: 'door_marks', title: 'Отметки на входе', read: ownDoorMarks },
  { name: 'files', title: 'Файлы', read: ownFiles },
  { name: 'notifications', title: 'Уведомления', read: ownNotifications },
  { name: 'broadcasts', title: 'Сообщения организаторов', read: ownBroadcasts },
  { name: 'notification_choices', title: 'О чём писать', read: ownNotificationChoices },
  { name: 'state_service', title: 'Вход через государственную службу', read: ownStateServiceLinks },
  { name: 'account_merges', title: 'Объединённые учётные записи', read: ownMerges },
  { name: 'identity_acts', title: 'Действия организаторов с входом', read: ownIdentityActs },
  { name: 'former_phones', title: 'Прежние телефоны', read: ownFormerPhones },
  { name: 'sessions', title: 'Сеансы', read: ownSessions },
]

/** What the domains do when a person is erased, in this order. */
export const erasureHooks: readonly ErasureHook[] = [
  eraseJudged,
  lockErasedWork,
  eraseFiles,
  {
    async erase(tx, services, { accountId }, now) {
      await leaveTeamsForGood(services, tx, accountId, now)
      return {}
    },
  },
  eraseMessages,
  eraseRegistrations,
  erasePasswordTries,
]
