import type { ColumnType, GeneratedAlways } from 'kysely'
import type { Defaulted, Json, NullableJson } from '#server/platform/db/column-types.ts'
import type { Answer, Question, QuestionKey } from '#shared/kinds/test/question.ts'

/** A section of a paper: the versions of its questions in their order. */
export interface PaperSection {
  title: string
  questions: { version: number; points: number }[]
}

export interface TestTables {
  test_questions: {
    id: GeneratedAlways<number>
    competition_code: string
    code: string
    retired_at: Defaulted<Date | null>
  }
  test_question_versions: {
    id: GeneratedAlways<number>
    question_id: number
    number: number
    topic: string
    difficulty: number
    body: Json<Question>
    key: Json<QuestionKey>
    made_at: Date
    made_by: number | null
  }
  test_papers: {
    id: GeneratedAlways<number>
    stage_id: number
    account_id: number
    number: Defaulted<number>
    seed: number
    sections: Json<PaperSection[]>
    made_at: Date
    given_at: Defaulted<Date | null>
  }
  test_answers: {
    attempt_id: number
    seq: number
    version_id: number
    answer: NullableJson<Answer>
    flagged: Defaulted<boolean>
    sent_at: Date | null
    received_at: Date
    in_time: boolean
  }
  test_rulings: {
    id: GeneratedAlways<number>
    stage_id: number
    version_id: number
    key: NullableJson<QuestionKey>
    reason: string
    ruled_at: Date
    ruled_by: number | null
  }
  /** numeric columns: read as text. */
  test_scores: {
    attempt_id: number
    score: ColumnType<string, number, number>
    earned: ColumnType<string, number, number>
    points: ColumnType<string, number, number>
    rulings: number
  }
  test_publications: { stage_id: number; passing: number; published_at: Date; published_by: number | null }
  attempt_codes: { account_id: number; stage_id: number; code_hash: Buffer; tries: Defaulted<number>; expires_at: Date }
  attempt_silences: { attempt_id: number; silent_from: Date; heard_again_at: Date }
  test_signs: {
    attempt_id: number
    sign: 'left_page' | 'taken_over' | 'address'
    noticed_at: Date
    detail: Defaulted<string>
  }
}
