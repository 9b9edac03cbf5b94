import { ownSessions } from '#server/auth/own-session-data.ts'
import { ownBookings } from '#server/bookings/own-booking-data.ts'
import { ownParticipations } from '#server/competitions/own-competition-data.ts'
import { ownFaqFeedback } from '#server/faq/own-faq-data.ts'
import { ownFeedback } from '#server/feedback/own-feedback-data.ts'
import { ownFiles } from '#server/files/own-file-data.ts'
import { ownMeetings } from '#server/meetings/own-meeting-data.ts'
import { ownChoices, ownMentorProfile } from '#server/mentors/own-mentor-data.ts'
import { ownNotificationChoices, ownNotifications } from '#server/notifications/own-notification-data.ts'
import { ownApplications, ownConsents } from '#server/registration/own-application-data.ts'
import type { Services } from '#server/services.ts'
import { ownDecisions, ownDrafts, ownHandIns, ownKindData } from '#server/stages/own-stage-data.ts'
import { ownFormedTeams } from '#server/team-formation/own-formation-data.ts'
import { ownRegionalTeams } from '#server/teams/own-team-data.ts'
import { ownAccount } from './own-account-data.ts'
import type { OwnRecord } from './own-record.ts'

export interface OwnDataPart {
  name: string
  title: string
  records: OwnRecord[]
}

/** Everything that the portal knows of a person and may tell him: what nobody has published yet is not among it. */
export async function ownData(services: Services, accountId: number): Promise<OwnDataPart[]> {
  const { db } = services
  return [
    { name: 'account', title: 'Учётная запись', records: await ownAccount(services, accountId) },
    { name: 'participations', title: 'Участие в конкурсах', records: await ownParticipations(db, accountId) },
    { name: 'applications', title: 'Заявки', records: await ownApplications(services, accountId) },
    { name: 'consents', title: 'Согласия', records: await ownConsents(db, accountId) },
    { name: 'hand_ins', title: 'Сданные работы', records: await ownHandIns(services, accountId) },
    { name: 'drafts', title: 'Черновики', records: await ownDrafts(db, accountId) },
    { name: 'decisions', title: 'Решения', records: await ownDecisions(db, accountId) },
    ...(await ownKindData(db, accountId)),
    { name: 'mentor_profile', title: 'Профиль наставника', records: await ownMentorProfile(db, accountId) },
    { name: 'mentor_choices', title: 'Выбор наставников', records: await ownChoices(db, accountId) },
    { name: 'meetings', title: 'Встречи', records: await ownMeetings(db, accountId) },
    { name: 'feedback', title: 'Обращения в поддержку', records: await ownFeedback(db, accountId) },
    { name: 'faq_feedback', title: 'Оценки статей справки', records: await ownFaqFeedback(db, accountId) },
    { name: 'regional_teams', title: 'Региональные команды', records: await ownRegionalTeams(db, accountId) },
    { name: 'formed_teams', title: 'Команды', records: await ownFormedTeams(db, accountId) },
    { name: 'bookings', title: 'Запись на очные мероприятия', records: await ownBookings(db, accountId) },
    { name: 'files', title: 'Файлы', records: await ownFiles(db, accountId) },
    { name: 'notifications', title: 'Уведомления', records: await ownNotifications(db, accountId) },
    { name: 'notification_choices', title: 'О чём писать', records: await ownNotificationChoices(db, accountId) },
    { name: 'sessions', title: 'Сеансы', records: await ownSessions(db, accountId) },
  ]
}
