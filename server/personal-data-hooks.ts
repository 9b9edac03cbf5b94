import { ownAppeals } from './appeals/own-appeals.ts'
import { erasePasswordTries } from './auth/erase-password-tries.ts'
import { ownSessions } from './auth/own-session-data.ts'
import { ownBookings, ownDoorMarks } from './bookings/own-booking-data.ts'
import { ownBroadcasts } from './broadcasts/own-broadcasts.ts'
import { ownParticipations } from './competitions/own-competition-data.ts'
import { ownProtocolRows } from './cutoffs/own-protocol-rows.ts'
import { ownFormerPhones, ownMerges } from './duplicates/own-merges.ts'
import { ownFaqFeedback } from './faq/own-faq-data.ts'
import { ownFeedback } from './feedback/own-feedback-data.ts'
import { eraseFiles } from './files/erase-files.ts'
import { ownFiles } from './files/own-file-data.ts'
import { ownIdentityActs } from './identity/own-identity-acts.ts'
import { ownBackground } from './judging/background.ts'
import { eraseJudged } from './judging/erase-judged.ts'
import { ownMeetings } from './meetings/own-meeting-data.ts'
import { ownChoices, ownMentorProfile } from './mentors/own-mentor-data.ts'
import { ownNotificationChoices, ownNotifications } from './notifications/own-notification-data.ts'
import { eraseMessages } from './outbox/erase-messages.ts'
import { ownParticipantActs } from './participants/own-acts.ts'
import type { ErasureHook } from './personal-data/erasure.ts'
import type { OwnDataSource } from './personal-data/own-data.ts'
import { ownAccount } from './profile/own-account-data.ts'
import { eraseRegistrations } from './registration/erase-registrations.ts'
import { ownApplications, ownConsents } from './registration/own-application-data.ts'
import { lockErasedWork } from './stages/lock-erased.ts'
import { kindDataSources, ownAttempts, ownDecisions, ownDrafts, ownHandIns } from './stages/own-stage-data.ts'
import { ownStateServiceLinks } from './state-service/own-link-data.ts'
import { leaveTeamsForGood } from './team-formation/leave-for-good.ts'
import { ownFormedTeams } from './team-formation/own-formation-data.ts'
import { ownRegionalTeams } from './teams/own-team-data.ts'

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
