import { rubricOf, workInWords } from '#server/review/judging/read-reading.ts'
import { newestRubric } from '#server/review/judging/store.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { askedMarks } from '#shared/stages/rubric.ts'
import { assessedBy, peerStageIn, stateOf, withWorks } from './peer-stage.ts'

interface TaskName {
  stageId: number
  taskId: number
}

/** A work that the person has, with its data. Authors and references are never revealed. */
export async function ownTask({ db }: Pick<Services, 'db'>, accountId: number, { stageId, taskId }: TaskName) {
  const task = await db
    .selectFrom('peer_tasks as t')
    .innerJoin('works as w', 'w.id', 't.work_id')
    .innerJoin('hand_ins as h', 'h.id', 't.hand_in_id')
    .innerJoin('peer_raters as r', (join) =>
      join.onRef('r.stage_id', '=', 't.stage_id').onRef('r.account_id', '=', 't.rater_id'),
    )
    .leftJoin('prepared_works as d', (join) =>
      join.onRef('d.work_id', '=', 't.work_id').onRef('d.hand_in_id', '=', 't.hand_in_id'),
    )
    .leftJoin('formed_teams as f', 'f.id', 'w.team_id')
    .leftJoin('peer_pool as p', (join) =>
      join.onRef('p.stage_id', '=', 't.stage_id').onRef('p.work_id', '=', 't.work_id'),
    )
    .leftJoin('peer_references as e', (join) =>
      join.onRef('e.stage_id', '=', 't.stage_id').onRef('e.work_id', '=', 't.work_id'),
    )
    .select([
      't.id',
      't.kind',
      't.place',
      't.given_at',
      't.draft',
      't.revision',
      't.saved_at',
      't.rubric_id',
      't.marks',
    ])
    .select(['t.comment', 't.total', 't.done_at', 't.hand_in_id', 'w.account_id', 'w.team_id', 'f.name as team'])
    .select(['w.stage_id as works_stage', 'h.data', 'h.form_version', 'r.done', 'r.finished_at'])
    .select((eb) => eb.fn.coalesce('p.stopped_at', 'e.stopped_at').as('stopped_at'))
    .select('d.telling')
    .select(['e.marks as expert_marks', 'e.total as expert_total', 'e.comment as expert_comment'])
    .where('t.id', '=', taskId)
    .where('t.stage_id', '=', stageId)
    .where('t.rater_id', '=', accountId)
    .where('t.returned_at', 'is', null)
    .executeTakeFirst()
  if (!task) throw new Refusal('task_not_found')
  if (task.stopped_at) throw new Refusal('work_stopped')
  const open = task.done_at === null || (task.kind !== 'training' && task.finished_at === null)
  return { ...task, open }
}

export async function readTask(services: Services, accountId: number, name: TaskName) {
  const { db } = services
  const stage = await assessedBy(services, accountId, name.stageId)
  const { settings, works } = withWorks(peerStageIn(stage.all.season, stage.row))
  const task = await ownTask(services, accountId, name)
  const rubric = task.done_at ? await rubricOf(db, task.rubric_id) : await newestRubric(db, works.id)
  if (!rubric) throw new Refusal('judging_not_ready')
  const { published_at: published } = await stateOf(db, name.stageId)
  const training = task.kind === 'training'
  const marked = task.done_at !== null
  return {
    task_id: task.id,
    place: task.place,
    training,
    open: task.open && published === null && stage.state.is_active,
    last: !training && !marked && task.done + 1 === settings.given,
    until: marked ? null : formatWire(new Date(task.given_at.getTime() + settings.hours * 3_600_000)),
    lines: await workInWords(services, {
      stage_id: task.works_stage,
      competition_code: stage.row.competitionCode,
      form_version: task.form_version,
      data: task.data,
      blind: true,
      account_id: task.account_id,
      team_id: task.team_id,
      telling: task.telling,
    }),
    rubric: { version: rubric.version, criteria: rubric.criteria },
    min_comment: settings.min_comment,
    typed: {
      marks: { ...askedMarks(rubric.criteria, task.draft?.marks ?? task.marks ?? {}) },
      comment: task.draft?.comment ?? task.comment,
      revision: task.revision,
      saved_at: task.saved_at && formatWire(task.saved_at),
      done_at: task.done_at && formatWire(task.done_at),
      total: task.total,
    },
    expert:
      training && marked && task.expert_marks !== null
        ? { marks: { ...task.expert_marks }, total: task.expert_total ?? 0, comment: task.expert_comment ?? '' }
        : null,
  }
}
