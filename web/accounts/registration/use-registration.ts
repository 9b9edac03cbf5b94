import { useEffect, useRef, useState } from 'react'
import { formOfVisitor } from '#shared/accounts/registration/form-of-door.ts'
import type { FormSchema } from '#shared/forms/fields/field.ts'
import type { FieldFaults } from '#shared/platform/api/refusals.ts'
import type { Door } from '#shared/stages/door.ts'
import { createFormStore, type FormStore } from '#web/forms/fields/form-store.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { useStep } from '#web/platform/navigation/use-step.ts'
import { answeredCriteria } from './answered-criteria.ts'
import { consentFaults } from './ConsentsStep.tsx'
import { givenAgain } from './given-consents.ts'
import { keepGiven, keepRegistration, keepStep, keptGiven, keptStep } from './kept-registration.ts'
import type { Notify, RegistrationForm, Resumed } from './queries.ts'
import { type Course, type Progress, stepAt, stepOf } from './step.ts'

export interface RegistrationProps {
  competition: string
  notify: Notify
  form: RegistrationForm
  resumed: Resumed | null
}

const noFaults = { at: -1, faults: {} as FieldFaults }

/**
 * A registration under way: the open step and everything that was typed. It is kept here until the end, so that neither
 * a failure nor a step back loses it.
 */
export function useRegistration({ competition, notify, form, resumed }: RegistrationProps) {
  const [wanted, go] = useStep()
  const [progress, setProgress] = useState<Progress | null>(resumed)
  const [chosenDoor, setDoor] = useState<Door>(
    resumed?.door ?? (notify.doors.participant ? 'participant' : 'supporter'),
  )
  /** A registration that was begun in this tab continues where it was, unless the address names a step. */
  const [resuming] = useState(() => (wanted === '' && resumed ? (keptStep(competition) ?? 'resumed') : null))
  const [given, setGiven] = useState(() => givenAgain(form, resumed && keptGiven(competition)))
  const [password, setPassword] = useState({ password: '', confirmation: '' })
  const [contacts, setContacts] = useState({ email: resumed?.email ?? '', phone: resumed?.phone ?? '' })
  const [found, setFound] = useState(noFaults)
  const atStart = wanted === 'contacts' || (wanted === '' && !resuming)
  const door = progress && !atStart ? progress.door : chosenDoor
  const schema = formOfVisitor(form.form as FormSchema, door)
  const stores = useRef<Partial<Record<Door, FormStore>>>({})
  stores.current[door] ??= createFormStore(schema, resumed?.answer ?? {}, {
    dictionaries: form.dictionaries,
    faults: (data) => (door === 'supporter' ? {} : answeredCriteria(data, form)),
  })
  const store = stores.current[door]
  const choosesTrack = door === 'participant' && form.tracks.length > 1
  const course: Course = {
    sections: schema.sections.length,
    choosesTrack: choosesTrack && given.track === '',
    consented: consentFaults(form, given).length === 0,
  }
  const [moved, setMoved] = useState(false)
  const step = stepAt(wanted || (resuming && !moved ? resuming : 'needed'), progress, course)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    if (resuming) go(step, { replace: true })
  }, [])
  useEffect(() => {
    if (wanted !== '') setMoved(true)
  }, [wanted])
  useEffect(() => keepStep(competition, step), [competition, step])
  useEffect(() => keepGiven(competition, given), [competition, given])

  function advance(next: Progress) {
    setProgress(next)
    setContacts({ email: next.email, phone: next.phone })
    keepRegistration(competition, next.registration_id)
  }
  /** Back does not return to the step of a code that was typed. */
  const goAfter = (next: Progress, { code = false } = {}) => {
    advance(next)
    go(stepOf(next, course), { replace: code })
  }
  /** A person who has confirmed the contacts gets back the answers of a registration whose tab was closed. */
  async function goAfterCode(next: Progress) {
    if (next.email_confirmed) {
      const body = { registration_id: next.registration_id }
      // Without the answers the person types them again; the registration continues.
      const { answer } = await api('POST /auth/register/progress', { body }).catch(() => ({ answer: {} }))
      if (Object.keys(answer).length > 0) {
        store.replace(answer)
        showBanner('Ответы, которые вы уже дали, на месте', 'success')
      }
    }
    goAfter(next, { code: true })
  }
  /** Opens a section; with `faults`, to correct them there. */
  function goToSection(at: number, faults?: FieldFaults) {
    setFound(faults ? { at, faults } : noFaults)
    go(`section-${at}`)
  }

  return {
    step,
    progress,
    door,
    schema,
    store,
    course,
    choosesTrack,
    /** The faults found in a section, and which section it is. */
    found,
    chosenDoor,
    given,
    password,
    contacts,
    setDoor,
    setGiven,
    setPassword,
    setContacts,
    go,
    advance,
    goAfter,
    goAfterCode,
    goToSection,
  }
}

export type Registration = ReturnType<typeof useRegistration>
