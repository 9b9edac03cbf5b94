import { useRef, useState } from 'react'
import type { FormSchema } from '#shared/forms/fields/field.ts'
import { fieldsOf } from '#shared/forms/fields/field.ts'
import { dateFaults } from '#shared/stages/date-faults.ts'
import { mergeEdits } from '#shared/stages/merge-edits.ts'
import { stageChanges } from '#shared/stages/stage-changes.ts'
import { createFormStore, type FormStore } from '#web/forms/fields/form-store.ts'
import { useFormValue } from '#web/forms/fields/use-form.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import type { FieldFault } from '#web/platform/ui/ErrorSummary.tsx'
import type { OtherSave } from './OtherEdits.tsx'
import { type EditedStage, useStageEditing } from './queries.ts'

/** The state of the stage editor: the values of the fields, whether they are saved, and the possible actions. */
export function useStageEditor(competition: string, stage: EditedStage) {
  const [store] = useState(() => createFormStore(stage.form, stage.answer, { faults: dateFaults }))
  const [gate, setGate] = useState(stage.gate)
  const [own, setOwn] = useState(stage.own)
  const [saved, setSaved] = useState(() => asText(store, stage.gate, stage.own))
  const [other, setOther] = useState<OtherSave | null>(null)
  /** The last known saved state, with which edits are compared. */
  const base = useRef({ answer: store.data(), gate: stage.gate, own: stage.own })
  const [attempt, setAttempt] = useState(0)
  const [failure, setFailure] = useState<unknown>(null)
  const latest = useRef(stage)
  latest.current = stage
  /** One press may set these and save at once, before the next render. */
  const edited = useRef({ gate, own })
  edited.current = { gate, own }
  const { save, publish, drop, readNow } = useStageEditing(competition, stage.code)
  const unsaved = useFormValue(store, () => asText(store, gate, own) !== saved)
  /** Titles of what is changed and not saved. */
  const unsavedTitles = useFormValue(store, () => [
    ...stageChanges(stage.form, base.current.answer, store.data()).map(({ title }) => title),
    ...(same(gate, base.current.gate) ? [] : ['Условие допуска']),
    ...Object.keys(stage.own).flatMap((name, number) =>
      same(own[name], base.current.own[name]) ? [] : [stage.elsewhere[number] ?? name],
    ),
  ])

  /**
   * Another organiser saved first: fields that only they changed come into the form, fields that both changed are
   * shown.
   */
  async function merge() {
    const theirs = await readNow()
    const { answer, gate: earlier, own: before } = base.current
    const { answer: both, ...met } = mergeEdits(theirs.form, answer, store.data(), theirs.answer)
    const names = Object.keys(theirs.own)
    const merged = Object.fromEntries(
      names.map((name) => [name, same(own[name], before[name]) ? theirs.own[name] : own[name]]),
    )
    store.replace(both)
    setGate(same(gate, earlier) ? theirs.gate : gate)
    setOwn(merged)
    base.current = { answer: theirs.answer, gate: theirs.gate, own: theirs.own }
    setSaved(JSON.stringify([theirs.answer, theirs.gate, theirs.own]))
    setOther({ ...met, saved: theirs.answer, gate: !same(theirs.gate, earlier) })
  }

  async function fail(error: unknown): Promise<void> {
    if (isFailure(error, 'stage_edit_conflict')) return merge().catch(setFailure)
    if (!isFailure(error, 'form_invalid')) return setFailure(error)
    store.putFaults(error.fields)
    setAttempt((times) => times + 1)
  }

  /** Returns what was saved; null on failure. */
  async function saveNow(): Promise<EditedStage | null> {
    setFailure(null)
    if (Object.keys(store.check()).length > 0) {
      setAttempt((times) => times + 1)
      return null
    }
    const { gate, own } = edited.current
    const sent = asText(store, gate, own)
    try {
      const kept = await save.mutateAsync({ revision: latest.current.revision, answer: store.data(), gate, own })
      setSaved(sent)
      setOther(null)
      base.current = { answer: store.data(), gate, own }
      return kept
    } catch (error) {
      await fail(error)
      return null
    }
  }

  /** `met`: another organiser saved first, and nothing was published. */
  async function publishNow(): Promise<'published' | 'met' | 'failed'> {
    setFailure(null)
    try {
      await publish.mutateAsync(latest.current.revision)
      return 'published'
    } catch (error) {
      await fail(error)
      return isFailure(error, 'stage_edit_conflict') ? 'met' : 'failed'
    }
  }

  async function dropNow(): Promise<void> {
    setFailure(null)
    try {
      const { answer, gate: before, own: earlier } = await drop.mutateAsync(latest.current.revision)
      store.replace(answer)
      setGate(before)
      setOwn(earlier)
      setSaved(asText(store, before, earlier))
      setOther(null)
      base.current = { answer, gate: before, own: earlier }
    } catch (error) {
      await fail(error)
    }
  }

  return {
    other,
    ...{ store, gate, setGate, own, setOwn, unsaved, unsavedTitles, attempt, failure, saveNow, publishNow, dropNow },
    pending: save.isPending || publish.isPending || drop.isPending,
    saving: save.isPending,
  }
}

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

const asText = (store: FormStore, gate: unknown, own: unknown) => JSON.stringify([store.data(), gate, own])

/** The faults, by the names of the fields on the page. */
export function faultsInWords(schema: FormSchema, faults: ReturnType<FormStore['faults']>): FieldFault[] {
  const top = new Map(fieldsOf(schema).map((field) => [field.name, field]))
  return Object.entries(faults).map(([name, { message }]) => {
    const [field, row, child] = name.split('.')
    const found = top.get(field ?? '')
    const inside = found?.fields?.find((each) => each.name === child)
    const label = inside ? `${found?.label}, запись ${Number(row) + 1}: ${inside.label}` : found?.label
    return { name, message, ...(label && { label }) }
  })
}
