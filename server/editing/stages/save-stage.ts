import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { lineCleaner } from '#server/platform/http/line-cleaner.ts'
import type { Services } from '#server/services.ts'
import { readSettings } from '#server/stages/read-settings.ts'
import { lockStored, type StagePlace, type StoredStage, storedStage } from '#server/stages/stored-stage.ts'
import { inLines } from '#shared/forms/fields/answer.ts'
import type { AnswerData } from '#shared/forms/fields/field.ts'
import { validate } from '#shared/forms/fields/validate.ts'
import { type FieldFaults, Refusal } from '#shared/platform/api/refusals.ts'
import { dateFaults } from '#shared/stages/date-faults.ts'
import { settingsVersion } from '#shared/stages/kind.ts'
import { fieldOfPath } from '#shared/stages/settings-form.ts'
import { type EditedStage, stageOfAnswer } from '#shared/stages/stage-form.ts'
import { auditDetail } from './audit-detail.ts'
import { readGate } from './read-gate.ts'
import { changesOf, formOf, ownNames, schemaOf, shownStage } from './show-stage.ts'
import { keepEdits } from './store.ts'

interface SavedParts {
  revision: number
  answer: AnswerData
  gate: unknown
  /** New values of settings that have an editor of their own; the others stay. */
  own?: Record<string, unknown> | undefined
}

/** Saves an organiser's edits. Participants see them after publishing. */
export async function saveStage(services: Services, accountId: number, place: StagePlace, parts: SavedParts) {
  const { db, seasons, clock } = services
  const gate = readGate(parts.gate)
  const now = clock()
  return db.transaction().execute(async (tx) => {
    const stored = await lockStored(tx, seasons, place, parts.revision)
    const edits = { ...soundEdits(stored, parts, now), gate }
    const changes = changesOf(stored, stored.edited, edits)
    if (changes.length === 0) return shownStage(tx, stored)
    const waits = changesOf(stored, stored.live, edits).length > 0
    await keepEdits(tx, {
      stageId: stored.row.id,
      edits: waits ? edits : null,
      settingsVersion: stored.settingsVersion,
      accountId,
      now,
    })
    const shown = await shownStage(tx, await storedStage(tx, seasons, place))
    await recordAudit(tx, { actorId: accountId, action: 'stage_edited', ...auditDetail(place, changes) })
    return shown
  })
}

/** Discards the unpublished edits. */
export async function dropEdits(services: Services, accountId: number, place: StagePlace, revision: number) {
  const { db, seasons, clock } = services
  return db.transaction().execute(async (tx) => {
    const stored = await lockStored(tx, seasons, place, revision)
    if (!stored.waits) return shownStage(tx, stored)
    const changes = changesOf(stored, stored.edited, stored.live)
    await keepEdits(tx, {
      stageId: stored.row.id,
      edits: null,
      settingsVersion: stored.settingsVersion,
      accountId,
      now: clock(),
    })
    const shown = await shownStage(tx, await storedStage(tx, seasons, place))
    await recordAudit(tx, { actorId: accountId, action: 'stage_edits_dropped', ...auditDetail(place, changes) })
    return shown
  })
}

/** The stage that the form's answer describes. Refuses an answer that the form or the kind finds invalid. */
function soundEdits(
  stored: StoredStage,
  { answer: sent, own = {} }: Pick<SavedParts, 'answer' | 'own'>,
  now: Date,
): EditedStage {
  const schema = schemaOf(stored)
  const answer = inLines(formOf(stored), sent)
  const drawn = stageOfAnswer({ schema }, answer, stored.edited)
  const named = ownNames(stored).filter(([name]) => Object.hasOwn(own, name))
  const given = structuredClone({
    ...drawn.settings,
    ...Object.fromEntries(named.map(([name]) => [name, own[name]])),
  })
  if (schema) lineCleaner(schema)?.(given)
  const edits = { ...drawn, settings: given }
  const found = { ...dateFaults(answer), ...validate(formOf(stored), answer, { mode: 'hand_in', now }) }
  if (Object.keys(found).length > 0) throw new Refusal('form_invalid', { fields: found })
  const kind = stored.row.kind?.contract
  const { faults } = kind ? readSettings(kind, edits.settings, settingsVersion(kind)) : { faults: [] }
  if (schema && faults.length > 0) throw new Refusal('form_invalid', { fields: onFields(schema, faults) })
  return { ...edits, settings: stored.row.kind?.settingsToSave?.(given, stored.live.settings) ?? given }
}

function onFields(schema: object, faults: readonly { path: string }[]): FieldFaults {
  const message = 'Значение не подходит к этому полю'
  return Object.fromEntries(faults.map(({ path }) => [fieldOfPath(schema, path) || path, { rule: 'type', message }]))
}
