import type { AuthTables } from '#server/accounts/auth/tables.ts'
import type { DuplicateTables } from '#server/accounts/duplicates/tables.ts'
import type { IdentityTables } from '#server/accounts/identity/tables.ts'
import type { InvitationTables } from '#server/accounts/invitations/tables.ts'
import type { KeyTables } from '#server/accounts/keys/tables.ts'
import type { PersonViewTables } from '#server/accounts/person-views/tables.ts'
import type { ProfileTables } from '#server/accounts/profile/tables.ts'
import type { RegistrationTables } from '#server/accounts/registration/tables.ts'
import type { RightsTables } from '#server/accounts/rights/tables.ts'
import type { StateServiceTables } from '#server/accounts/state-service/tables.ts'
import type { StageEditingTables } from '#server/editing/stages/tables.ts'
import type { DictionaryTables } from '#server/forms/dictionaries/tables.ts'
import type { FileTables } from '#server/forms/files/tables.ts'
import type { FaqTables } from '#server/help/faq/tables.ts'
import type { FeedbackTables } from '#server/help/support/tables.ts'
import type { ChooseTracksTables } from '#server/kinds/choose_tracks/tables.ts'
import type { FeedbackStageTables } from '#server/kinds/feedback/tables.ts'
import type { MgmtProposalTables } from '#server/kinds/mgmt_proposal/tables.ts'
import type { PeerTables } from '#server/kinds/mgmt_solution_assessment/tables.ts'
import type { MultiformTables } from '#server/kinds/multiform/tables.ts'
import type { PlayoffTables } from '#server/kinds/playoff/tables.ts'
import type { QuestionnaireTables } from '#server/kinds/questionnaire/tables.ts'
import type { RulesTables } from '#server/kinds/rules/tables.ts'
import type { TeamsEvaluationTables } from '#server/kinds/teams_evaluation/tables.ts'
import type { TeamsSolutionTables } from '#server/kinds/teams_solution/tables.ts'
import type { TestTables } from '#server/kinds/test/tables.ts'
import type { VideoInterviewTables } from '#server/kinds/videointerview/tables.ts'
import type { NotificationTables } from '#server/messages/notifications/tables.ts'
import type { OutboxTables } from '#server/messages/outbox/tables.ts'
import type { BroadcastTables } from '#server/people/broadcasts/tables.ts'
import type { BulkActTables } from '#server/people/bulk-acts/tables.ts'
import type { ExportTables } from '#server/people/exports/tables.ts'
import type { ParticipantTables } from '#server/people/participants/tables.ts'
import type { AuditTables } from '#server/platform/audit/tables.ts'
import type { BookingTables } from '#server/programme/bookings/tables.ts'
import type { LessonTables } from '#server/programme/lessons/tables.ts'
import type { MeetingTables } from '#server/programme/meetings/tables.ts'
import type { MentorTables } from '#server/programme/mentors/tables.ts'
import type { TeamTables } from '#server/programme/regional-teams/tables.ts'
import type { TeamFormationTables } from '#server/programme/team-formation/tables.ts'
import type { AppealTables } from '#server/review/appeals/tables.ts'
import type { AssessmentTables } from '#server/review/checking/tables.ts'
import type { CutoffTables } from '#server/review/cutoffs/tables.ts'
import type { JudgingTables } from '#server/review/judging/tables.ts'
import type { SimilarityTables } from '#server/review/similarity/tables.ts'
import type { CompetitionTables } from '#server/seasons/competitions/tables.ts'
import type { FormBuildingTables } from '#server/seasons/forms/tables.ts'
import type { FormTables } from '#server/stages/forms/tables.ts'
import type { StageTables } from '#server/stages/tables.ts'

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
