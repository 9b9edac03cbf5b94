import type { Db, Tx } from '#server/db.ts'
import { sendFile } from '#server/forms/files/send-file.ts'
import { findFile } from '#server/forms/files/store.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { sendAttachment } from '#server/platform/http/attachment.ts'
import { handlersOf, type Services } from '#server/services.ts'
import type { testBankRoutes } from '#shared/kinds/test/bank-routes.ts'
import type { ListedQuestion } from '#shared/kinds/test/question-row.ts'
import { picturesOf } from '#shared/kinds/test/question-texts.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import {
  dropPapers,
  exposureOf,
  findQuestion,
  keepVersion,
  latestVersions,
  lockBank,
  type StoredQuestion,
  searchBank,
} from './bank-store.ts'
import { bankTable, sample } from './bank-table.ts'
import { formulasOf } from './formulas.ts'
import { importBank } from './import-bank.ts'
import { listedFaults } from './listed-faults.ts'
import { foreignPictures, foreignPictureWords, isInBank } from './question-pictures.ts'

export const testBankHandlers = handlersOf<typeof testBankRoutes>()({
  'GET /admin/competitions/:competition/questions': async ({ params: { competition }, query }, services) => {
    await refuseUnknown(services, competition)
    const { questions, ...rest } = await searchBank(services.db, competition, query)
    const formulas = formulasOf(questions.map(({ question }) => question))
    return { ...rest, formulas, ...(await onWire(services, competition, questions)) }
  },

  'POST /admin/competitions/:competition/questions': async ({ caller, params, body }, services) => {
    refuseFaulty(body)
    return changed(services, caller.accountId, params.competition, 'question_added', async (tx) => {
      await refuseForeignPictures(tx, params.competition, caller.accountId, body)
      const all = await latestVersions(tx, params.competition)
      if (all.some(({ code }) => code === body.code)) throw new Refusal('question_code_taken')
      return keepVersion(
        tx,
        params.competition,
        { ...body, questionId: null, number: 1 },
        caller.accountId,
        services.clock(),
      )
    })
  },

  'PUT /admin/competitions/:competition/questions/:id': async ({ caller, params, body }, services) => {
    refuseFaulty(body)
    return changed(services, caller.accountId, params.competition, 'question_changed', async (tx) => {
      const found = await known(tx, params)
      await refuseForeignPictures(tx, params.competition, caller.accountId, body)
      if (found.version !== body.version) throw new Refusal('question_changed')
      const next = { ...body, code: found.code, questionId: found.id, number: found.version + 1 }
      return keepVersion(tx, params.competition, next, caller.accountId, services.clock())
    })
  },

  'POST /admin/competitions/:competition/questions/:id/retirement': ({ caller, params, body: { retired } }, services) =>
    changed(
      services,
      caller.accountId,
      params.competition,
      retired ? 'question_retired' : 'question_returned',
      async (tx) => {
        const { id } = await known(tx, params)
        const retired_at = retired ? services.clock() : null
        await tx.updateTable('test_questions').set({ retired_at }).where('id', '=', id).execute()
        return id
      },
    ),

  'POST /admin/competitions/:competition/questions/import': async ({ caller, params, request }, services) => {
    await refuseUnknown(services, params.competition)
    return importBank(services, request, caller.accountId, params.competition)
  },

  'GET /admin/competitions/:competition/question-pictures/:file_id': async ({ caller, params, reply }, services) => {
    await refuseUnknown(services, params.competition)
    const file = await findFile(services.db, params.file_id)
    const own = file?.account_id === caller.accountId && file.purpose === 'image'
    if (!file || !(own || (await isInBank(services.db, params.competition, file.id)))) throw new Refusal('not_found')
    return sendFile(reply, services.disk, file)
  },

  'GET /admin/competitions/:competition/questions/export': async (
    { params: { competition }, query, reply },
    services,
  ) => {
    await refuseUnknown(services, competition)
    const all: ListedQuestion[] = query.sample
      ? sample
      : (await latestVersions(services.db, competition))
          .filter(({ retired }) => !retired)
          .map(({ code, topic, difficulty, question, key }) => ({ code, topic, difficulty, question, key }))
    const isTable = query.format === 'xlsx'
    const body = isTable ? await bankTable(all) : Buffer.from(JSON.stringify({ questions: all }, null, 2))
    const type = isTable
      ? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
      : 'application/json; charset=utf-8'
    return sendAttachment(reply, { name: `questions-${competition}.${query.format}`, type, body, size: body.length })
  },
})

async function changed(
  services: Services,
  actorId: number,
  competition: string,
  action: string,
  change: (tx: Tx) => Promise<number>,
) {
  const { db } = services
  await refuseUnknown(services, competition)
  const id = await db.transaction().execute(async (tx) => {
    await lockBank(tx, competition)
    const written = await change(tx)
    await dropPapers(tx, competition)
    const subject = `competition:${competition}`
    await recordAudit(tx, { actorId, action, subject, detail: { competition, question: written } })
    return written
  })
  const [shown] = (await onWire(services, competition, [await known(db, { competition, id })], 'whole')).questions
  if (!shown) throw new Refusal('question_not_found')
  return shown
}

async function known(db: Db | Tx, { competition, id }: { competition: string; id: number }): Promise<StoredQuestion> {
  const found = await findQuestion(db, competition, id)
  if (!found) throw new Refusal('question_not_found')
  return found
}

function refuseFaulty(body: Pick<ListedQuestion, 'question' | 'key'>): void {
  const faults = listedFaults(body)
  if (faults.length > 0) throw faulty(faults.join('. '))
}

const faulty = (message: string) =>
  new Refusal('question_faulty', { fields: { question: { rule: 'question', message } } })

async function refuseForeignPictures(
  tx: Tx,
  competition: string,
  accountId: number,
  { question }: Pick<ListedQuestion, 'question'>,
): Promise<void> {
  const foreign = await foreignPictures(tx, { competition, accountId }, picturesOf(question))
  if (foreign.size > 0) throw faulty(foreignPictureWords)
}

async function refuseUnknown({ db, seasons }: Pick<Services, 'db' | 'seasons'>, competition: string): Promise<void> {
  if (!(await seasons.of(db, competition))) throw new Refusal('competition_not_found')
}

async function onWire(
  { readings }: Services,
  competition: string,
  questions: readonly StoredQuestion[],
  how?: 'whole',
) {
  const read = (db: Db) => exposureOf(db, competition)
  const { as_of, given } = await readings.figures({ competition, name: 'questions given', read }, how)
  const shown = questions.map(({ versionId, ...one }) => ({
    ...{ ...one, version_id: versionId, given: given.get(one.id) ?? 0 },
  }))
  return { as_of, questions: shown }
}
