import type { ColumnType } from 'kysely'
import type { Defaulted, DefaultedJson } from '#server/platform/db/column-types.ts'
import type { OwnLetters } from '#shared/messages/letters/letters.ts'
import type { KeptReport } from '#shared/seasons/competitions/copy-form.ts'
import type { FeedbackTopic } from '#shared/seasons/competitions/topics.ts'
import type { Door } from '#shared/stages/door.ts'

export interface CompetitionLinks {
  news?: string | null
  rules?: string | null
  personal_data?: string | null
}

export interface SocialLinks {
  vk?: string | null
  telegram?: string | null
  ok?: string | null
  rutube?: string | null
}

export interface CompetitionTables {
  competitions: {
    code: string
    title: string
    tagline: Defaulted<string>
    description: Defaulted<string>
    theme: Defaulted<string>
    layout: Defaulted<string>
    starts_at: Defaulted<Date | null>
    ends_at: Defaulted<Date | null>
    links: DefaultedJson<CompetitionLinks>
    social: DefaultedJson<SocialLinks>
    copyright: Defaulted<string>
    /** The address of the competition's support. */
    support_email: Defaulted<string | null>
    /** Empty: the topics of the portal. */
    feedback_topics: DefaultedJson<FeedbackTopic[]>
    /** Texts of the portal's letters that this competition has replaced. */
    letters: DefaultedJson<OwnLetters>
    published: Defaulted<boolean>
    sort: Defaulted<number>
    /** Raised with every edit in the console. */
    revision: Defaulted<number>
    /** What the copying of another season did; null where none was copied. */
    copied: ColumnType<KeptReport | null, string | null | undefined, string | null>
  }
  tracks: {
    competition_code: string
    code: string
    title: string
    description: Defaulted<string>
    sort: Defaulted<number>
  }
  participations: {
    account_id: number
    competition_code: string
    door: Door
    track_code: Defaulted<string | null>
    /** kladr_code of the participant's region, for the time zone. */
    region: Defaulted<string | null>
    tags: Defaulted<string[]>
    joined_at: Date
    finalist_at: Defaulted<Date | null>
    disqualified_at: Defaulted<Date | null>
    /** A required consent was withdrawn: the participation is suspended until it is given again. */
    withdrawn_at: Defaulted<Date | null>
    infoblock_title: Defaulted<string>
    infoblock_text: Defaulted<string>
  }
}
