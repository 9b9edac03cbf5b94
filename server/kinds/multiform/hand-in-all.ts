import type { Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { runOnce } from '#server/stages/idempotency.ts'
import { settingsAt } from '#server/stages/kind.ts'
import { closed, lockStage, type OneStage } from '#server/stages/one-stage.ts'
import { partsOf } from '#server/stages/parts.ts'
import { personStages } from '#server/stages/person-stages.ts'
import { handInIn, takesWork } from '#server/stages/work.ts'
import { draftOf, workOwner } from '#server/stages/work-owner.ts'
import { type FormSchema, fieldsOf } from '#shared/forms/fields/field.ts'
import { multiformKind } from '#shared/kinds/multiform/contract.ts'
import { ruleOf } from '#shared/kinds/multiform/part-rules.ts'
import { wordingOf } from '#shared/platform/api/refusal-wording.ts'
import { type FieldFaults, Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { counted } from '#shared/platform/time/plural.ts'

interface HandInAll {
  accountId: number
  stageId: number
  receivedAt: Date
  ip: string
  idempotencyKey: string | undefined
}

/** A part that cannot be handed in yet, and why. */
interface Gap {
  code: string
  title: string
  rule: 'empty' | 'returned' | 'faults' | 'closed'
  message: string
}

/**
 * Hands in the drafts of all parts that are not handed in yet, in one transaction. While a required part has a gap,
 * nothing is handed in, and all gaps are named. Optional parts with gaps stay drafts.
 */
export async function handInAll(services: Services, all: HandInAll) {
  const { accountId, stageId, idempotencyKey: key } = all
  await services.seasons.ready(services.db, { stageId })
  await services.dictionaries.ready(services.db)
  const of = { accountId, key, request: ['multiform', stageId] }
  return services.db
    .transaction()
    .execute((tx) => runOnce(tx, of, services.clock(), () => handInAllIn(tx, services, all)))
}

async function handInAllIn(tx: Tx, services: Services, all: HandInAll) {
  const { accountId, stageId, receivedAt } = all
  const whole = await lockStage(tx, services.seasons, accountId, { stageId, type: multiformKind.type }, receivedAt)
  const settings = settingsAt(multiformKind, whole.row)
  const gaps: Gap[] = []
  const left: Gap[] = []
  const done = []
  const { competitionCode } = whole.row
  for (const { id, code, title } of partsOf(whole.all.season.stages, whole.row)) {
    const answer = await handInPart(tx, services, all, id)
    if (answer === null) continue
    if ('rule' in answer) (ruleOf(settings, code).required ? gaps : left).push({ code, title, ...answer })
    else done.push({ code, title, receipt_number: answer.number, handed_in_at: answer.handed_in_at })
  }
  if (gaps.length > 0 && done.length === 0 && gaps.every(({ rule }) => rule === 'closed')) throw closed(whole.state)
  if (gaps.length > 0) throw new Refusal('multiform_gaps', { fields: Object.fromEntries(gaps.map(asField)) })
  const after = await personStages(tx, services.seasons, { accountId, competitionCode }, receivedAt)
  const { status } = after?.stages.find(({ row }) => row.id === stageId)?.state ?? whole.state
  const begun = left.filter(({ rule }) => rule !== 'empty')
  return { status, handed_in: done, left: begun.map(({ code, title, message }) => ({ code, title, message })) }
}

const asField = ({ code, rule, message }: Gap): [string, FieldFaults[string]] => [code, { rule, message }]

/** The receipt of the part, its gap, or null where nothing is left to do. Parts are read one after the other. */
async function handInPart(tx: Tx, services: Services, all: HandInAll, stageId: number) {
  const { accountId, receivedAt, ip } = all
  const part = await lockStage(tx, services.seasons, accountId, { stageId }, receivedAt).catch((error: unknown) => {
    // The part is hidden from this person.
    if (error instanceof Refusal) return null
    throw error
  })
  if (!part || part.facts.submittedAt !== null || part.state.status === 'success') return null
  const draft = await draftOf(tx, workOwner(part, accountId))
  const { returnedAt } = part.facts
  if (part.state.status === 'not_allowed' || part.state.status === 'wait') return gap('closed', part.state.reason)
  if (!draft)
    return part.state.status === 'timeover' ? gap('closed', part.state.reason) : gap('empty', 'Ещё не заполнена')
  if (returnedAt !== null && draft.saved_at <= returnedAt)
    return gap('returned', 'Возвращена на доработку: исправьте отмеченное')
  const work = { accountId, stage: { stageId }, data: draft.data, receivedAt, ip, idempotencyKey: undefined }
  try {
    return (await handInIn(tx, services, work)).receipt
  } catch (error) {
    if (error instanceof Refusal) return gapOf(error, part)
    throw error
  }
}

const gap = (rule: Gap['rule'], message: string) => ({ rule, message })

function gapOf(refusal: Refusal, part: OneStage) {
  const form = takesWork(part).questions(part.row)
  if (refusal.fields && form) return gap('faults', faultsInWords(refusal.fields, form))
  return gap('closed', wordingOf(refusal.code, refusal.values))
}

const named = 3

/** «Исправьте 4 поля: «Имя», «Город», «Школа» и ещё 1» */
function faultsInWords(faults: FieldFaults, form: FormSchema): string {
  const wrong = new Set(Object.keys(faults).map((path) => path.split('.')[0]))
  const labels = fieldsOf(form).flatMap(({ name, label }) => (wrong.has(name) ? [quoted(label)] : []))
  const rest = labels.length - named
  const more = rest > 0 ? ` и ещё ${rest}` : ''
  return `Заполните или исправьте ${counted(labels.length, 'поле', 'поля', 'полей')}: ${labels.slice(0, named).join(', ')}${more}`
}
