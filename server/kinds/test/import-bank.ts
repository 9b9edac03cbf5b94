import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Tx } from '#server/db.ts'
import { receiveUpload } from '#server/forms/files/receive-upload.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { readWorkbook } from '#server/platform/documents/read-workbook.ts'
import type { Services } from '#server/services.ts'
import type { ListedQuestion, ReadRow } from '#shared/kinds/test/question-row.ts'
import { picturesOf } from '#shared/kinds/test/question-texts.ts'
import { bankMaxBytes } from '#shared/kinds/test/table-limits.ts'
import { type FieldFaults, Refusal } from '#shared/platform/api/refusals.ts'
import { dropPapers, keepVersion, latestVersions, lockBank } from './bank-store.ts'
import { readBankTable } from './bank-table.ts'
import { listedFaults, listedToLines } from './listed-faults.ts'
import { foreignPictures, foreignPictureWords } from './question-pictures.ts'

const limits = { sheets: 10, rows: 6000, columns: 40, cell: 16_000 }

/** Adds and changes questions by their codes, all of them or none. Questions outside the file stay unchanged. */
export async function importBank(services: Services, request: FastifyRequest, accountId: number, competition: string) {
  const { db, disk, clock } = services
  const listed = await receiveUpload(disk, request, { accountId, maxBytes: bankMaxBytes }, ({ file }) =>
    readListed(file.path),
  )
  return db.transaction().execute(async (tx) => {
    await lockBank(tx, competition)
    await refuseForeign(tx, { competition, accountId }, listed)
    const known = new Map((await latestVersions(tx, competition)).map((one) => [one.code, one]))
    const counts = { added: 0, changed: 0, same: 0 }
    for (const one of listed) {
      const earlier = known.get(one.code)
      const same = earlier && isDeepStrictEqual(contentOf(earlier), contentOf(one))
      if (same) counts.same += 1
      else {
        await keepVersion(
          tx,
          competition,
          { ...one, questionId: earlier?.id ?? null, number: (earlier?.version ?? 0) + 1 },
          accountId,
          clock(),
        )
        counts[earlier ? 'changed' : 'added'] += 1
      }
    }
    const subject = `competition:${competition}`
    if (counts.added + counts.changed === 0) return counts
    await dropPapers(tx, competition)
    await recordAudit(tx, {
      actorId: accountId,
      action: 'questions_loaded',
      subject,
      detail: { competition, ...counts },
    })
    return counts
  })
}

/** Refuses questions with a picture that the importing person may not use, and names each of them. */
async function refuseForeign(
  tx: Tx,
  whose: { competition: string; accountId: number },
  listed: readonly ListedQuestion[],
): Promise<void> {
  const pictures = listed.map(({ question }) => picturesOf(question))
  const foreign = await foreignPictures(tx, whose, pictures.flat())
  const faults = listed.flatMap(({ code }, at) =>
    pictures[at]?.some((picture) => foreign.has(picture))
      ? [[`Вопрос ${at + 1} («${code}»)`, { rule: 'table', message: foreignPictureWords }] as const]
      : [],
  )
  if (faults.length > 0) throw new Refusal('table_faulty', { fields: Object.fromEntries(faults) })
}

const contentOf = ({ topic, difficulty, question: asked, key }: Omit<ListedQuestion, 'code'>) => ({
  topic,
  difficulty,
  asked,
  key,
})

async function readListed(path: string): Promise<ListedQuestion[]> {
  const bytes = await readFile(path)
  const rows = /^\uFEFF?\s*[{[]/.test(bytes.subarray(0, 64).toString()) ? readJson(bytes) : await readXlsx(path)
  const faults: FieldFaults = {}
  const seen = new Map<string, string>()
  for (const { place, listed, faults: own } of rows) {
    const code = listed?.code ?? ''
    const first = seen.get(code)
    const all = [
      ...own,
      ...(first === undefined || code === '' ? [] : [`Код «${code}» уже занят: ${first.toLowerCase()}`]),
    ]
    if (listed && own.length === 0) all.push(...listedFaults(listed))
    if (!seen.has(code)) seen.set(code, place)
    if (all.length > 0) faults[place] = { rule: 'table', message: all.join('. ') }
  }
  if (Object.keys(faults).length > 0) throw new Refusal('table_faulty', { fields: faults })
  return rows.flatMap(({ listed }) => listed ?? [])
}

async function readXlsx(path: string): Promise<ReadRow[]> {
  const book = await readWorkbook(path, limits)
  if (!book) throw new Refusal('table_unreadable')
  const rows = readBankTable(book)
  for (const { listed } of rows) listedToLines(listed)
  return rows
}

const listedShape = Type.Object(
  {
    code: Type.String({ minLength: 1, maxLength: 64, pattern: '^\\S+$' }),
    topic: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
    difficulty: Type.Integer({ minimum: 1, maximum: 5 }),
    question: Type.Object({ text: Type.String() }),
    key: Type.Object({}),
  },
  { additionalProperties: false },
)

function readJson(bytes: Buffer): ReadRow[] {
  let read: unknown
  try {
    read = JSON.parse(bytes.toString().replace(/^\uFEFF/, ''))
  } catch {
    throw new Refusal('table_unreadable')
  }
  const all = Array.isArray(read) ? read : (read as { questions?: unknown }).questions
  if (!Array.isArray(all) || all.length === 0 || all.length > limits.rows) throw new Refusal('table_unreadable')
  for (const one of all) listedToLines(one)
  return all.map((one: unknown, at) =>
    Value.Check(listedShape, one)
      ? { place: `Вопрос ${at + 1} («${one.code}»)`, listed: one as unknown as ListedQuestion, faults: [] }
      : {
          place: `Вопрос ${at + 1}`,
          listed: null,
          faults: ['Нужны code, topic, difficulty от 1 до 5, question и key'],
        },
  )
}
