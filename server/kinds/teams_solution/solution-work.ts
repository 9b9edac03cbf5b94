import { isDeepStrictEqual } from 'node:util'
import type { Db, Tx } from '#server/db.ts'
import type { IncomingWork, TakenWork, TakesWork } from '#server/stages/kind.ts'
import { refuseUnlessArrivedInTime } from '#server/stages/one-stage.ts'
import { draftOf, workOwner } from '#server/stages/work-owner.ts'
import { humanReadable } from '#shared/forms/fields/answer.ts'
import { validate } from '#shared/forms/fields/validate.ts'
import { solutionForm } from '#shared/kinds/teams_solution/solution-form.ts'
import { type FieldFaults, Refusal } from '#shared/platform/api/refusals.ts'
import { arrivesWithUpload } from './late-upload.ts'
import { filesIn, leadersOf, nameOf, settingsOf } from './solution-stage.ts'

type Data = Record<string, unknown>

/**
 * The work of a team. Each section is saved by its holder, so a page never sends a whole draft; a hand-in is the text
 * on the server.
 */
export const solutionWork: TakesWork = {
  questions: (stage) => solutionForm(settingsOf(stage)),
  toCheck: 'inWords',
  people: () => true,
  inWords: async (_db, handedIn) =>
    handedIn.map(({ data, ...stage }) => {
      const settings = settingsOf(stage)
      const task = settings.tasks.find(({ code }) => code === data.task)
      const lines = humanReadable(solutionForm(settings), data)
      return task ? [{ section: lines[0]?.section ?? 'Решение', label: 'Задание', value: task.title }, ...lines] : lines
    }),

  async take(db, _services, work) {
    const { stage, accountId, receivedAt } = work
    const owner = teamOwner(work)
    const arrivedAt = await arrivesWithUpload(db, { stage, owner }, receivedAt)
    if (arrivedAt === null) refuseUnlessArrivedInTime(stage, receivedAt)
    const { captain, deputy, members, task } = await leadersOf(db, owner)
    if (accountId !== captain && accountId !== deputy) throw new Refusal('solution_captain_only')
    const draft = await draftOf(db, owner)
    if (!draft || !isDeepStrictEqual(draft.data, work.data)) throw new Refusal('solution_changed')
    const { faults, ...taken } = await checked(db, work, draft.data, task)
    if (Object.keys(faults).length > 0) throw new Refusal('form_invalid', { fields: faults })
    if (settingsOf(stage.row).agree) {
      const agreed = await agreedTo(db, owner, draft.revision)
      // The person who hands in agrees by doing so.
      const missing = members.filter(({ account_id }) => account_id !== accountId && !agreed.has(account_id))
      if (missing.length > 0)
        throw new Refusal('solution_not_agreed', { values: { names: missing.map(nameOf).join(', ') } })
    }
    return { ...taken, ...(arrivedAt && { arrivedAt }), follows: 'prepare' }
  },

  draft: {
    look: () => Promise.reject(new Refusal('section_not_held')),

    /** The last revision without faults. Agreements are not required: a silent member would cost the team its work. */
    async atEnd(tx, _services, work) {
      const { task } = await leadersOf(tx, teamOwner(work))
      for (const data of [work.data, ...(await earlierRevisions(tx, work))]) {
        const { faults, ...taken } = await checked(tx, work, data, task)
        if (Object.keys(faults).length === 0) return { ...taken, follows: 'prepare' }
      }
      return null
    },
  },
}

function teamOwner({ stage, accountId }: Pick<IncomingWork, 'stage' | 'accountId'>) {
  const { teamId, stageId } = workOwner(stage, accountId)
  if (teamId === null) throw new Error('a solution is the work of a team')
  return { stageId, accountId, teamId }
}

/** The data of a draft to store, with the task, and its faults. Files whose owner has left the portal are removed. */
async function checked(
  db: Db | Tx,
  { stage, receivedAt }: IncomingWork,
  data: Data,
  task: string | null,
): Promise<Pick<TakenWork, 'data' | 'fileIds' | 'formVersion'> & { faults: FieldFaults }> {
  const form = solutionForm(settingsOf(stage.row))
  const ids = filesIn(data).map(({ file_id }) => file_id)
  const there = ids.length === 0 ? [] : await db.selectFrom('files').select('id').where('id', 'in', ids).execute()
  const left = new Set(there.map(({ id }) => id))
  const files = filesIn(data).filter(({ file_id }) => left.has(file_id))
  const whole = { ...data, files, ...(task !== null && { task }) }
  const faults = validate(form, whole, { mode: 'hand_in', now: receivedAt })
  return { data: whole, fileIds: [...left], formVersion: form.version, faults }
}

async function agreedTo(db: Db | Tx, { stageId, teamId }: { stageId: number; teamId: number }, revision: number) {
  const rows = await db
    .selectFrom('solution_agreements')
    .select('account_id')
    .where('stage_id', '=', stageId)
    .where('team_id', '=', teamId)
    .where('revision', '=', revision)
    .execute()
  return new Set(rows.map(({ account_id }) => account_id))
}

/** Earlier revisions of the draft, the newest first. */
async function earlierRevisions(tx: Tx, work: IncomingWork): Promise<Data[]> {
  const draft = await draftOf(tx, teamOwner(work))
  const rows = await tx
    .selectFrom('stage_draft_revisions')
    .select('data')
    .where('draft_id', '=', draft?.id ?? 0)
    .where('revision', '<', draft?.revision ?? 0)
    .orderBy('revision', 'desc')
    .execute()
  return rows.map(({ data }) => data)
}
