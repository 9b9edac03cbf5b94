import { useRef, useState } from 'react'
import type { FormSchema } from '#shared/forms/fields/field.ts'
import { type MergedForms, mergeForms } from '#shared/seasons/forms/merge-forms.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { type EditedForm, useFormCalls } from './queries.ts'

/** The form that is being built. Every change is sent at once; when that fails, it is kept and the failure is shown. */
export function useFormDraft(place: StagePanelProps, edited: EditedForm) {
  const calls = useFormCalls(place)
  const [form, setForm] = useState(edited.form)
  const [saving, setSaving] = useState(false)
  const [publishing, setPublishing] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [other, setOther] = useState<MergedForms | null>(null)
  const [unsaved, setUnsaved] = useState(false)
  /** The last known saved state, with which edits are compared. */
  const base = useRef({ form: edited.form, revision: edited.revision })
  const latest = useRef(edited.form)
  const sending = useRef<Promise<boolean> | null>(null)

  function show(next: FormSchema) {
    latest.current = next
    setForm(next)
  }

  /**
   * Another organiser saved first: what only they changed comes into the form, what both changed waits for a choice.
   */
  async function merge(): Promise<boolean> {
    const theirs = await calls.read()
    const met = mergeForms(base.current.form, latest.current, theirs.form)
    base.current = { form: theirs.form, revision: theirs.revision }
    show(met.form)
    setOther(met)
    setUnsaved(true)
    return met.clashes.length > 0 ? false : send()
  }

  async function send(): Promise<boolean> {
    setFailure(null)
    try {
      for (let sent: FormSchema | null = null; sent !== latest.current; ) {
        sent = latest.current
        const kept = await calls.save(base.current.revision, sent)
        base.current = { form: kept.form, revision: kept.revision }
      }
      setUnsaved(false)
      return true
    } catch (error) {
      if (isFailure(error, 'stage_edit_conflict')) return merge().catch((failed: unknown) => failedWith(failed))
      return failedWith(error)
    }
  }

  function failedWith(error: unknown): false {
    setFailure(error)
    return false
  }

  /** Sends what is not saved yet; one call at a time. True once everything is. */
  function save(): Promise<boolean> {
    if (sending.current) return sending.current
    setSaving(true)
    const done = send().finally(() => {
      sending.current = null
      setSaving(false)
    })
    sending.current = done
    return done
  }

  function change(next: FormSchema) {
    show(next)
    setUnsaved(true)
    void save()
  }

  /** `asked`: the organiser has to choose first what happens to answers. */
  async function publish(answers: 'keep' | 'reopen' | null): Promise<'published' | 'asked' | 'failed'> {
    if (sending.current) await sending.current
    if (unsaved && !(await save())) return 'failed'
    setPublishing(true)
    setFailure(null)
    try {
      const done = await calls.publish(base.current.revision, answers)
      base.current = { form: done.form, revision: done.revision }
      show(done.form)
      setOther(null)
      return 'published'
    } catch (error) {
      if (isFailure(error, 'form_breaks_answers')) {
        await calls.read().catch(failedWith)
        return 'asked'
      }
      if (isFailure(error, 'stage_edit_conflict')) await merge().catch(failedWith)
      else failedWith(error)
      return 'failed'
    } finally {
      setPublishing(false)
    }
  }

  async function drop() {
    setFailure(null)
    try {
      const { form: before, revision } = await calls.drop(base.current.revision)
      base.current = { form: before, revision }
      show(before)
      setOther(null)
      setUnsaved(false)
    } catch (error) {
      if (isFailure(error, 'stage_edit_conflict')) await merge().catch(failedWith)
      else failedWith(error)
    }
  }

  return { form, saving, publishing, unsaved, failure, other, change, save, publish, drop }
}
