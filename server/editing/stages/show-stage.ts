import type { Db, Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { checkedAt } from '#server/stages/is-checked.ts'
import { type StagePlace, type StoredStage, storedStage } from '#server/stages/stored-stage.ts'
import type { AnswerData, FormSchema } from '#shared/forms/fields/field.ts'
import { fullName } from '#shared/platform/names/full-name.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { gateInWords } from '#shared/stages/gate-in-words.ts'
import type { Setting } from '#shared/stages/kind.ts'
import { type StageChange, stageChanges } from '#shared/stages/stage-changes.ts'
import { type EditedStage, stageAnswer, stageForm } from '#shared/stages/stage-form.ts'
import { groupType } from '#shared/stages/tree.ts'
import { checklistOf } from './checklist.ts'
import { asOption, offeredTo } from './named-stages.ts'

/** Everything that the stage editor needs. */
export async function readStage({ db, seasons }: Services, place: StagePlace) {
  return shownStage(db, await storedStage(db, seasons, place))
}

/** A stage as it is sent to the organiser. */
export async function shownStage(db: Db | Tx, stored: StoredStage) {
  const { row, live, edited, season, revision, savedAt } = stored
  const titles = new Map(season.stages.map(({ code, title }) => [code, title]))
  return {
    code: row.code,
    title: live.title,
    kind_title: kindTitle(stored),
    view: row.view,
    published: live.published,
    revision,
    saved_at: savedAt && formatWire(savedAt),
    saved_by: await nameOf(db, stored.savedBy),
    form: formOf(stored) as { version: number; sections: unknown[] },
    answer: stageAnswer({ schema: schemaOf(stored) }, edited) as Record<string, unknown>,
    gate: edited.gate,
    gate_words: gateInWords(edited.gate, titles),
    elsewhere: elsewhere(stored),
    changes: changesOf(stored, live, edited),
    own: ownSettings(stored, edited),
    checklist: await checklistOf(db, stored),
    work: {
      checked: checkedAt(row) !== null,
      judged: row.kind?.work?.toCheck === 'inWords',
      compared: row.kind?.compared !== undefined,
    },
  }
}

/** The name of the kind; for an unknown kind its code. */
export function kindTitle({ row }: StoredStage): string {
  if (row.kind) return row.kind.contract.title
  return row.type === groupType ? 'Группа этапов' : row.type
}

export const schemaOf = ({ row }: StoredStage): object | null => row.kind?.contract.settings ?? null

export function formOf(stored: StoredStage): FormSchema {
  const { row, season } = stored
  const others = season.stages.filter(({ code, type }) => code !== row.code && type !== groupType)
  const group = row.type === groupType
  return stageForm({
    schema: schemaOf(stored),
    others: group ? [] : others.map(asOption),
    offered: offeredTo(stored),
    tracks: season.tracks.map(asOption),
    group,
  })
}

/** The differences between two versions of the stage, the condition of entry included. */
export function changesOf(stored: StoredStage, before: EditedStage, after: EditedStage): StageChange[] {
  const schema = schemaOf(stored)
  const answer = (stage: EditedStage): AnswerData => stageAnswer({ schema }, stage)
  const gate = JSON.stringify(before.gate) === JSON.stringify(after.gate) ? [] : [gateChange]
  const [own, earlier] = [ownSettings(stored, after), ownSettings(stored, before)]
  const changed = ownNames(stored).filter(([name]) => JSON.stringify(own[name]) !== JSON.stringify(earlier[name]))
  const settings = changed.map(([field, title]) => ({ field, title }))
  return [...stageChanges(formOf(stored), answer(before), answer(after)), ...settings, ...gate]
}

const gateChange: StageChange = { field: 'stage_gate', title: 'Условие допуска' }

/** Titles of the settings that are not in the generated form. */
const elsewhere = (stored: StoredStage): string[] => ownNames(stored).map(([, title]) => title)

/** The settings with an editor of their own: names and titles. */
export function ownNames({ row }: Pick<StoredStage, 'row'>): [name: string, title: string][] {
  const properties = (row.kind?.contract.settings.properties ?? {}) as Record<string, Setting>
  // A form in the settings is published by itself, with versions.
  const built = row.kind?.built?.in === 'settings' ? 'form' : null
  return Object.entries(properties).flatMap(([name, { ownEditor, title }]) =>
    ownEditor && name !== built ? [[name, title]] : [],
  )
}

const ownSettings = (stored: StoredStage, { settings }: EditedStage): Record<string, unknown> =>
  Object.fromEntries(ownNames(stored).map(([name]) => [name, settings[name]]))

async function nameOf(db: Db | Tx, accountId: number | null): Promise<string | null> {
  if (accountId === null) return null
  const person = await db
    .selectFrom('accounts')
    .select(['first_name', 'last_name'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  return person ? fullName(person) : null
}
