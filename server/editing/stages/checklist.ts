import type { Db, Tx } from '#server/db.ts'
import type { ChecklistItem } from '#server/stages/kind.ts'
import type { Season, SeasonStage } from '#server/stages/season.ts'
import { type StoredStage, seasonWith } from '#server/stages/stored-stage.ts'
import { faultsInWords } from '#shared/forms/fields/schema-faults.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { conditionsIn, stagesAskedBy, withRequiredStages } from '#shared/stages/gate.ts'
import type { EditedStage } from '#shared/stages/stage-form.ts'
import { groupType } from '#shared/stages/tree.ts'

/** What an organiser must check before the edited stage opens. Red items block publishing. */
export async function checklistOf(
  db: Db | Tx,
  stored: StoredStage,
  edited: EditedStage = stored.edited,
): Promise<ChecklistItem[]> {
  const { stage, season } = seasonWith(stored, edited)
  const unreadable = stored.faults.length > 0 && edited === stored.edited
  return [
    ...(unreadable ? [red('Часть настроек заполнена неверно: откройте этап, поправьте отмеченное и сохраните')] : []),
    ...ofKind(stage, season, unreadable),
    ...(unreadable ? [] : ((await stage.kind?.checks?.(db, stage)) ?? [])),
    ...ofDates(stage, season),
    ...ofEntry(stage, season),
  ]
}

/** Faults because of which a stage can never open: in its dates, and conditions that loop or name unknown stages. */
export function entryFaults({ season, row }: Pick<StoredStage, 'season' | 'row'>): string[] {
  return [...ofDates(row, season), ...ofEntry(row, season)].flatMap(({ level, text }) =>
    level === 'red' ? [text] : [],
  )
}

const red = (text: string): ChecklistItem => ({ level: 'red', text })
const yellow = (text: string): ChecklistItem => ({ level: 'yellow', text })

function ofKind(stage: SeasonStage, season: Season, unreadable: boolean): ChecklistItem[] {
  if (stage.kind) return unreadable ? [] : [...ofQuestions(stage), ...stage.kind.checklist(stage, season)]
  return stage.type === groupType ? [] : [red(`Портал не знает вида этапа «${stage.type}»`)]
}

/** A form that cannot be filled in or checked is a red item. */
function ofQuestions(stage: SeasonStage): ChecklistItem[] {
  const form = stage.kind?.work?.questions(stage)
  const faults = form ? faultsInWords(form) : ''
  return faults ? [red(`Вопросы нужно поправить. ${faults}`)] : []
}

function ofDates({ opensAt, closesAt, requires }: SeasonStage, { byCode }: Season): ChecklistItem[] {
  const backwards = opensAt !== null && closesAt !== null && closesAt <= opensAt
  const before = requires.flatMap((code) => byCode.get(code) ?? [])
  // Nobody can get to the stage: a stage that it requires opens after it has closed.
  const never = before.filter((first) => first.opensAt && closesAt && closesAt <= first.opensAt)
  const late = before.filter(
    (first) => first.closesAt && closesAt && closesAt < first.closesAt && !never.includes(first),
  )
  return [
    ...(backwards ? [red('Этап закрывается раньше, чем открывается')] : []),
    ...never.map(({ title }) =>
      red(`Закрывается раньше, чем откроется этап ${quoted(title)}, который нужно пройти сначала`),
    ),
    ...late.map(({ title }) => yellow(`Закрывается раньше, чем этап ${quoted(title)}, который нужно пройти сначала`)),
  ]
}

function ofEntry(stage: SeasonStage, { byCode, tracks }: Season): ChecklistItem[] {
  const asked = [...new Set(askedBy(stage))]
  const missing = asked.filter((code) => !byCode.has(code))
  const hidden = asked.flatMap((code) => {
    const first = byCode.get(code)
    return first && !first.published && stage.published ? [first] : []
  })
  const unknown = conditionsIn(stage.gate).flatMap((each) =>
    'track' in each ? each.track.filter((code) => !tracks.some((track) => track.code === code)) : [],
  )
  return [
    ...unknown.map((code) => red(`В условии допуска назван трек «${code}», которого в конкурсе нет`)),
    ...missing.map((code) => red(`В условии допуска назван этап «${code}», которого в конкурсе нет`)),
    ...(leadsTo(stage.code, asked, byCode) ? [red('Условия допуска замкнуты в круг: этап ждёт сам себя')] : []),
    ...hidden.map(({ title }) => yellow(`Этап ${quoted(title)}, который нужно пройти сначала, участники не видят`)),
  ]
}

/** The codes of the stages that must be passed or asked about before this one opens. */
export const askedBy = ({ requires, gate }: Pick<SeasonStage, 'requires' | 'gate'>) =>
  stagesAskedBy(withRequiredStages(requires, gate))

/** Whether these stages require the wanted one, directly or through others. */
function leadsTo(wanted: string, from: readonly string[], byCode: Season['byCode']): boolean {
  const seen = new Set<string>()
  const ahead = [...from]
  for (let code = ahead.pop(); code !== undefined; code = ahead.pop()) {
    if (code === wanted) return true
    const stage = seen.has(code) ? undefined : byCode.get(code)
    seen.add(code)
    if (stage) ahead.push(...askedBy(stage))
  }
  return false
}
