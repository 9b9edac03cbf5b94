import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { apartFromMany } from '#server/platform/jobs/in-thread.ts'
import type { Services } from '#server/services.ts'
import { settingsAt } from '#server/stages/kind.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { feedbackKind } from '#shared/kinds/feedback/contract.ts'
import { groupFigures, recommendIndex, smallestGroup } from '#shared/kinds/feedback/figures.ts'
import { type FeedbackRound, feedbackRounds } from '#shared/kinds/feedback/round.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { csvLine, csvStart } from '#shared/platform/text/csv.ts'
import { shuffled } from './bucket.ts'
import type { Groups, Opinion } from './tables.ts'
import { wordGroups } from './word-groups.ts'

interface Heard {
  opinions: (Opinion & { name: string; test_id: number | null; request: number | null })[]
  by: Record<keyof Groups, [value: string, recommend: number][]>
}

/** Of so many texts the words are counted, and so many are shown; the table has all. Chosen at random. */
const counted = 2000
const shown = 200

const groupNames = ['region', 'track', 'device'] as const

export interface AskedOpinions {
  stageId: number
  questions: string[]
}

/** What a stage of opinions asks about, and how all of them are worked out: there may be very many. */
function asked({ id: stageId }: SeasonStage, questions: readonly string[], as: 'figures' | 'table') {
  return {
    rows: sql`from (
      select from feedback_named where stage_id = ${stageId}
      union all
      select from feedback_buckets b cross join jsonb_array_elements(b.said -> 'opinions') where b.stage_id = ${stageId}
    ) as opinions`,
    file: new URL('./feedback-worker.ts', import.meta.url),
    input: { stageId, questions: [...questions], as },
  }
}

/** Figures and texts of both rounds. Fewer than five answers are never shown, named or anonymous. */
export async function feedbackFigures(
  { db, dictionaries, readings }: Services,
  stage: SeasonStage,
  tracks: ReadonlyMap<string, string>,
) {
  const settings = settingsAt(feedbackKind, stage)
  const regions = (await dictionaries.now(db)).byName.get('regions')?.byId
  const titles: Record<keyof Groups, (value: string) => string> = {
    region: (value) => regions?.get(value)?.[0]?.value ?? (value || 'Другие'),
    track: (value) => tracks.get(value) ?? (value || 'Другие'),
    device: (value) => (value === 'phone' ? 'Телефон' : 'Компьютер'),
  }
  const { as_of, rounds } = await readings.figures({
    competition: stage.competitionCode,
    name: `opinions ${stage.id} ${JSON.stringify(settings.questions)}`,
    read: (of) => apartFromMany(of, asked(stage, settings.questions, 'figures'), countOpinions),
  })
  return {
    as_of,
    anonymous: settings.anonymous,
    rounds: rounds.map(({ by, ...round }) => ({
      ...round,
      by: by.map(({ group, values }) => ({
        group,
        values: values.map(({ value, ...figures }) => ({ title: titles[group](value), ...figures })),
      })),
    })),
  }
}

export async function countOpinions(db: Db, { stageId, questions }: AskedOpinions) {
  const rounds = await Promise.all(
    feedbackRounds.map(async (round) => {
      const { opinions, by } = await heard(db, stageId, round)
      if (opinions.length < smallestGroup)
        return {
          ...{ round, given: null, index: null, marks: [], by: [] },
          ...{ words: [], words_of: 0, texts: [], texts_of: 0 },
        }
      const texts = shuffled(opinions.filter(({ text }) => text !== ''))
      return {
        round,
        given: opinions.length,
        index: recommendIndex(opinions.map(({ recommend }) => recommend)),
        marks: questions.map((question, at) => ({
          question,
          mean: meanOf(opinions.map(({ marks }) => marks[at])),
        })),
        by: groupNames.map((group) => ({ group, values: groupFigures(by[group]) })),
        words: await wordGroups(
          db,
          texts.slice(0, counted).map(({ text }) => text),
        ),
        words_of: Math.min(texts.length, counted),
        texts: texts.slice(0, shown).map(({ text, name, test_id, request }) => ({ text, name, test_id, request })),
        texts_of: texts.length,
      }
    }),
  )
  return { rounds }
}

/** A table of every answer of the rounds with at least five, in a random order and without the groups. */
export async function feedbackTable({ readings }: Services, stage: SeasonStage): Promise<Buffer> {
  const { questions } = settingsAt(feedbackKind, stage)
  const { table } = await readings.figures({
    competition: stage.competitionCode,
    name: `table of opinions ${stage.id} ${JSON.stringify(questions)}`,
    read: async (of) => ({ table: await apartFromMany(of, asked(stage, questions, 'table'), writeOpinions) }),
  })
  return Buffer.from(table)
}

export async function writeOpinions(db: Db, { stageId, questions }: AskedOpinions): Promise<Uint8Array> {
  const said = await Promise.all(
    feedbackRounds.map(async (round) => {
      const { opinions } = await heard(db, stageId, round)
      return opinions.length < smallestGroup ? [] : shuffled(opinions).map((opinion) => ({ round, ...opinion }))
    }),
  )
  const lines = said
    .flat()
    .map(({ round, name, recommend, marks, text }) =>
      csvLine([
        ...[round === 'before' ? 'до итога' : 'после итога', name, recommend],
        ...questions.map((_question, at) => marks[at] ?? null),
        text,
      ]),
    )
  const head = csvStart + csvLine(['Когда', 'Имя', 'От 0 до 10', ...questions, 'Отзыв'])
  return Buffer.from([head, ...lines].join(''))
}

async function heard(db: Db, stageId: number, round: FeedbackRound): Promise<Heard> {
  const buckets = await db
    .selectFrom('feedback_buckets')
    .select('said')
    .where('stage_id', '=', stageId)
    .where('round', '=', round)
    .execute()
  // A few anonymous answers next to named ones could be attributed.
  const unnamed = buckets.reduce((sum, { said }) => sum + said.opinions.length, 0)
  const said = unnamed < smallestGroup ? [] : buckets.map((bucket) => bucket.said)
  const named = await db
    .selectFrom('feedback_named as f')
    .innerJoin('accounts as a', 'a.id', 'f.account_id')
    .select(['f.opinion', 'f.groups', 'f.request_id', 'a.test_id', 'a.first_name', 'a.last_name', 'a.middle_name'])
    .where('f.stage_id', '=', stageId)
    .where('f.round', '=', round)
    .execute()
  const all = (group: keyof Groups) => [
    ...said.flatMap(({ by }) => by[group]),
    ...named.map(({ groups, opinion }): [string, number] => [groups[group], opinion.recommend]),
  ]
  return {
    opinions: [
      ...said.flatMap(({ opinions }) =>
        opinions.map((opinion) => ({ ...opinion, name: '', test_id: null, request: null })),
      ),
      ...named.map(({ opinion, request_id: request, test_id, ...person }) => ({
        ...opinion,
        name: formalName(person),
        test_id,
        request,
      })),
    ],
    by: { region: all('region'), track: all('track'), device: all('device') },
  }
}

function meanOf(marks: readonly (number | null | undefined)[]): number | null {
  const given = marks.filter((mark): mark is number => typeof mark === 'number')
  if (given.length < smallestGroup) return null
  return Math.round((given.reduce((sum, mark) => sum + mark, 0) / given.length) * 10) / 10
}
