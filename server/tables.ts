import type { AppealTables } from './appeals/tables.ts'
import type { AssessmentTables } from './assessment/tables.ts'
import type { AuditTables } from './audit/tables.ts'
import type { AuthTables } from './auth/tables.ts'
import type { BookingTables } from './bookings/tables.ts'
import type { BroadcastTables } from './broadcasts/tables.ts'
import type { BulkActTables } from './bulk-acts/tables.ts'
import type { CompetitionTables } from './competitions/tables.ts'
import type { CutoffTables } from './cutoffs/tables.ts'
import type { DictionaryTables } from './dictionaries/tables.ts'
import type { DuplicateTables } from './duplicates/tables.ts'
import type { ExportTables } from './exports/tables.ts'
import type { FaqTables } from './faq/tables.ts'
import type { FeedbackTables } from './feedback/tables.ts'
import type { FileTables } from './files/tables.ts'
import type { FormBuildingTables } from './form-building/tables.ts'
import type { FormTables } from './forms/tables.ts'
import type { IdentityTables } from './identity/tables.ts'
import type { InvitationTables } from './invitations/tables.ts'
import type { JudgingTables } from './judging/tables.ts'
import type { KeyTables } from './keys/tables.ts'
import type { LessonTables } from './lessons/tables.ts'
import type { MeetingTables } from './meetings/tables.ts'
import type { MentorTables } from './mentors/tables.ts'
import type { NotificationTables } from './notifications/tables.ts'
import type { OutboxTables } from './outbox/tables.ts'
import type { ParticipantTables } from './participants/tables.ts'
import type { PersonViewTables } from './person-views/tables.ts'
import type { ProfileTables } from './profile/tables.ts'
import type { RegistrationTables } from './registration/tables.ts'
import type { RightsTables } from './rights/tables.ts'
import type { SimilarityTables } from './similarity/tables.ts'
import type { StageEditingTables } from './stage-editing/tables.ts'
import type { ChooseTracksTables } from './stages/choose_tracks/tables.ts'
import type { FeedbackStageTables } from './stages/feedback/tables.ts'
import type { MgmtProposalTables } from './stages/mgmt_proposal/tables.ts'
import type { PeerTables } from './stages/mgmt_solution_assessment/tables.ts'
import type { MultiformTables } from './stages/multiform/tables.ts'
import type { PlayoffTables } from './stages/playoff/tables.ts'
import type { QuestionnaireTables } from './stages/questionnaire/tables.ts'
import type { RulesTables } from './stages/rules/tables.ts'
import type { StageTables } from './stages/tables.ts'
import type { TeamsEvaluationTables } from './stages/teams_evaluation/tables.ts'
import type { TeamsSolutionTables } from './stages/teams_solution/tables.ts'
import type { TestTables } from './stages/test/tables.ts'
import type { VideoInterviewTables } from './stages/videointerview/tables.ts'
import type { StateServiceTables } from './state-service/tables.ts'
import type { TeamFormationTables } from './team-formation/tables.ts'
import type { TeamTables } from './teams/tables.ts'

/** Every table of the portal, collected from the domains. */
export interface Database
  extends RegistrationTables,
    AppealTables,
    AssessmentTables,
    OutboxTables,
    NotificationTables,
    AuthTables,
    AuditTables,
    BookingTables,
    BroadcastTables,
    BulkActTables,
    PersonViewTables,
    RightsTables,
    CompetitionTables,
    ChooseTracksTables,
    CutoffTables,
    DictionaryTables,
    DuplicateTables,
    IdentityTables,
    ExportTables,
    FeedbackTables,
    FaqTables,
    FileTables,
    FormBuildingTables,
    FormTables,
    InvitationTables,
    JudgingTables,
    KeyTables,
    LessonTables,
    MeetingTables,
    MentorTables,
    ParticipantTables,
    ProfileTables,
    FeedbackStageTables,
    MgmtProposalTables,
    TeamsSolutionTables,
    MultiformTables,
    PeerTables,
    PlayoffTables,
    TeamsEvaluationTables,
    QuestionnaireTables,
    RulesTables,
    SimilarityTables,
    StageEditingTables,
    StageTables,
    StateServiceTables,
    TeamFormationTables,
    TeamTables,
    TestTables,
    VideoInterviewTables {}
