import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { hasManualPage } from '#shared/stages/manual.ts'
import { maxTreeDepth } from '#shared/stages/routes.ts'
import { buildTree, groupType, type TreeStage } from '#shared/stages/tree.ts'
import { endIsPersonal } from '#shared/stages/window.ts'
import { isOptional, type PersonStage, type PersonStages, personStages } from './person-stages.ts'

interface WhoseTree {
  accountId: number
  competitionCode: string
  viewedTrack?: string | undefined
}

/** The person's stages as a tree. In a viewed track other than their own they see the stages that both tracks share. */
export const userStages = async (services: Services, of: WhoseTree, now: Date) =>
  treeOf(await stagesOf(services, of, now), of, now)

/** JSON of trees after their first property `now`, kept as long as their source is remembered. */
const written = new WeakMap<PersonStages, Buffer>()

/** Like `userStages`, in JSON, which is written once until something changes. */
export async function userStagesInJson(
  services: Services,
  of: WhoseTree,
  now: Date,
  toJson: (tree: Awaited<ReturnType<typeof userStages>>) => string,
): Promise<Buffer> {
  const found = await stagesOf(services, of, now)
  const head = `{"now":${JSON.stringify(formatWire(now))}`
  const tail = written.get(found) ?? tailOf(toJson(treeOf(found, of, now)), head)
  written.set(found, tail)
  return Buffer.concat([Buffer.from(head), tail])
}

function tailOf(json: string, head: string): Buffer {
  if (!json.startsWith(head)) throw new Error('a tree is written with `now` as its first property')
  return Buffer.from(json.slice(head.length))
}

async function stagesOf({ db, seasons }: Services, of: WhoseTree, now: Date): Promise<PersonStages> {
  const found = await personStages(db, seasons, of, now)
  if (found === null) throw new Refusal('competition_not_found')
  return found
}

function treeOf({ person, stages }: PersonStages, { viewedTrack }: WhoseTree, now: Date) {
  const shown = stages.filter(
    ({ row }) => viewedTrack === undefined || row.tracks.length === 0 || row.tracks.includes(viewedTrack),
  )
  return {
    now: formatWire(now),
    stages: buildTree(shown.map(onTheWire), maxTreeDepth).map(withGroupReasons),
    disqualification: person.disqualification ? { infoblock: person.disqualification } : null,
  }
}

function onTheWire({ row, own, facts, state }: PersonStage) {
  const { opensAt, closesAt } = state.window
  return {
    stage_id: row.id,
    parent_id: row.parentId,
    type: row.type,
    code: row.code,
    view: row.view,
    status: state.status,
    is_active: state.is_active,
    tracks: [...row.tracks],
    start_date: opensAt && formatWire(opensAt),
    end_date: closesAt && formatWire(closesAt),
    title: row.title,
    extra_data: {
      viewable: row.viewable,
      team_id: own.team?.id ?? null,
      has_manual: hasManualPage(row.manual),
      summary: row.summary,
      reason: state.reason,
      reasons: state.reasons,
      changes_at: state.changesAt && formatWire(state.changesAt),
      handed_in_at: facts.submittedAt && formatWire(facts.submittedAt),
      reopened: facts.reopenedBecause !== null,
      end_is_personal: endIsPersonal(row, facts),
      optional: isOptional(row),
      remarks: [...own.remarks],
    },
  }
}

type WireStage = ReturnType<typeof onTheWire>

/** A group shows progress or its start date, because its own reason says nothing useful. */
function withGroupReasons(stage: TreeStage<WireStage>): TreeStage<WireStage> {
  const childs = stage.childs.map(withGroupReasons)
  if (stage.type !== groupType) return { ...stage, childs }
  const counted = childs.filter(({ extra_data }) => !extra_data.optional)
  const done = counted.filter(({ status }) => status === 'success').length
  const first = childs.find(({ status }) => status === stage.status) ?? childs[0]
  const begun = counted.length > 0 && (stage.status === 'available' || stage.status === 'in_progress' || done > 0)
  const reason = begun ? `Пройдено этапов: ${done} из ${counted.length}` : (first?.extra_data.reason ?? '')
  const changes_at = begun ? null : (first?.extra_data.changes_at ?? null)
  return { ...stage, childs, extra_data: { ...stage.extra_data, reason, reasons: [reason], changes_at } }
}
