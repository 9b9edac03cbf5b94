import { Readable } from 'node:stream'
import { setImmediate as othersFirst } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { entryFaults } from '#server/editing/stages/checklist.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { sendAttachment } from '#server/platform/http/attachment.ts'
import type { Services } from '#server/services.ts'
import { seasonOf, storedStages } from '#server/stages/stored-stage.ts'
import type { SeasonFile } from '#shared/editing/seasons/season-file.ts'
import type { Question } from '#shared/kinds/test/question.ts'
import { picturesOf } from '#shared/kinds/test/question-texts.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { giveRightsToCreator } from './copy-season.ts'
import { readWholeSeason, withoutSecrets } from './read-season.ts'
import { FileFaults, readSeasonFile, soundSeason } from './season-file-faults.ts'
import { fitWanted, movedSeason, type Wanted, writeWholeSeason } from './write-season.ts'

/** Sends a whole season as one file. It contains the keys of tests, so the download is recorded in the audit. */
export async function sendSeason({ db }: Services, accountId: number, competition: string, reply: FastifyReply) {
  const file = await db.transaction().execute(async (tx) => {
    const season = withoutSecrets(await readWholeSeason(tx, competition))
    await recordAudit(tx, {
      actorId: accountId,
      action: 'season_exported',
      subject: `competition:${competition}`,
      detail: { competition, stages: season.stages.length, questions: season.questions.length },
    })
    return season
  })
  const body = Readable.from(jsonOf(file))
  return sendAttachment(reply, { name: `${competition}.json`, type: 'application/json', body })
}

/** The text of a season in parts, between which other calls go: questions and dictionaries may be very many. */
async function* jsonOf(file: SeasonFile) {
  const text = (value: unknown) => JSON.stringify(value, null, 1)
  let before = '{\n'
  for (const [name, value] of Object.entries(file)) {
    yield `${before}${text(name)}: `
    before = ',\n'
    if (!Array.isArray(value)) {
      yield text(value)
      continue
    }
    for (const [at, each] of value.entries()) {
      yield `${at === 0 ? '[' : ','}\n${text(each)}`
      await othersFirst()
    }
    yield value.length === 0 ? '[]' : '\n]'
  }
  yield '\n}\n'
}

interface Given extends Wanted {
  /** The competition in which the caller has the right to do this. */
  competition_code: string
  file: string
}

/** Makes a hidden season of a file, completely or not at all. */
export async function takeSeason(services: Services, accountId: number, given: Given) {
  const { competition_code: from, title, code, days } = given
  return makeSeason(services, accountId, {
    ...{ from, action: 'season_imported', title, code, days },
    read: () => movedSeason(readSeasonFile(given.file), days),
  })
}

interface ToMake extends Wanted {
  /** The competition in which the caller has the right to do this; null for an organiser of all. */
  from: string | null
  action: 'season_imported' | 'season_begun'
  /** What ships with the portal, if the season is made of that. */
  begun?: 'template' | 'empty' | null
  /** The season with its dates moved. Called when the name and the code are fit. */
  read: () => ReturnType<typeof movedSeason>
}

/** Makes a hidden season by its value, completely or not at all. */
export async function makeSeason(services: Services, accountId: number, made: ToMake) {
  const { from, action, begun = null, read, ...given } = made
  const { db, clock, seasons } = services
  const now = clock()
  const wanted = fitWanted(services, given, now)
  const { code, days } = wanted
  const { file: moved, shifted } = read()
  return db.transaction().execute(async (tx) => {
    const sound = soundSeason(moved, { now, shared: await sharedDictionaries(tx) })
    const file = await withKnownPictures(tx, from, sound)
    const report = await writeWholeSeason(tx, { file, shifted }, wanted, { accountId, now, begun })
    const faults = new FileFaults()
    for (const stored of await storedStages(tx, await seasonOf(tx, seasons, code)))
      for (const text of entryFaults(stored)) faults.add(`Этап ${quoted(stored.row.code)}, допуск и сроки`, text)
    faults.refuse()
    if (from !== null) await giveRightsToCreator(tx, accountId, { from, code })
    await recordAudit(tx, {
      actorId: accountId,
      action,
      subject: `competition:${code}`,
      detail: { competition: code, days, stages: file.stages.length, questions: file.questions.length },
    })
    return { code, report }
  })
}

async function sharedDictionaries(tx: Tx): Promise<Set<string>> {
  const { rows } = await sql<{ dict: string }>`
    select distinct dict from dictionary_items where competition_code is null and not retired`.execute(tx)
  return new Set(rows.map(({ dict }) => dict))
}

/** Pictures are files of this portal, so only those are kept that the bank of the caller's season already shows. */
async function withKnownPictures(tx: Tx, competition: string | null, file: SeasonFile): Promise<SeasonFile> {
  const named = file.questions.flatMap(({ question }) => picturesOf(question as unknown as Question))
  if (named.length === 0) return file
  const known = competition === null ? new Set<string>() : await picturesInBank(tx, competition)
  const lost = named.filter((picture) => !known.has(picture)).length
  if (lost === 0) return file
  const questions = file.questions.map((each) => ({
    ...each,
    question: withoutPictures(each.question, known) as Record<string, unknown>,
  }))
  return { ...file, questions, left_out: [...file.left_out, { what: 'Картинки вопросов тестов', count: lost }] }
}

/** The pictures of all questions of a competition, in every version. */
async function picturesInBank(tx: Tx, competition: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct named[1] as id
    from test_questions q join test_question_versions v on v.question_id = q.id,
      regexp_matches(v.body::text, '"picture": "([0-9a-f]{32})"', 'g') as named
    where q.competition_code = ${competition}`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

function withoutPictures(value: unknown, known: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutPictures(each, known))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inside]) =>
      name === 'picture' && !known.has(String(inside)) ? [] : [[name, withoutPictures(inside, known)]],
    ),
  )
}
