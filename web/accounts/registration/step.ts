import type { Answer } from '#web/platform/api/client.ts'

export type Progress = Answer<'POST /auth/register/prepare'>
type Door = Progress['door']

/** The steps of a registration; the form has one step per section. */
export type Step = 'needed' | 'contacts' | 'phone' | 'email' | `section-${number}` | 'track' | 'consents' | 'password'

/** What decides which steps there are and which can be opened. */
export interface Course {
  /** Sections of the form that this person is asked. */
  sections: number
  /** There is a track to choose, and none is chosen. */
  choosesTrack: boolean
  /** Every required consent is given. */
  consented: boolean
}

/** The step at which an unfinished registration continues: the first with something missing. */
export function stepOf(progress: Progress | null, { sections, choosesTrack }: Course): Step {
  if (!progress) return 'needed'
  if (!progress.phone_confirmed) return 'phone'
  if (!progress.email_confirmed) return 'email'
  if (!progress.reg_info_complete && sections > 0) return 'section-0'
  return choosesTrack ? 'track' : 'consents'
}

/**
 * The step to show for the one that the address names: that one if it can be filled in already, otherwise the first
 * with something missing. A code that has been typed is not asked for again.
 */
export function stepAt(wanted: string, progress: Progress | null, course: Course): Step {
  const first = stepOf(progress, course)
  if (wanted === 'needed' || wanted === 'contacts') return wanted
  if (!progress) return 'contacts'
  if (!progress.email_confirmed) return first
  const at = sectionOf(wanted as Step)
  if (at !== null) return at >= 0 && at < course.sections ? `section-${at}` : first
  if (!progress.reg_info_complete && course.sections > 0) return first
  if (wanted === 'track' || wanted === 'consents') return course.choosesTrack ? 'track' : wanted
  if (wanted === 'password') return course.choosesTrack ? 'track' : course.consented ? wanted : 'consents'
  return first
}

/** The steps in order, with their titles. A single track needs no choice. */
export function stepsOf(
  sections: readonly { title: string }[],
  tracks: number,
  door: Door = 'participant',
): { id: Step; title: string }[] {
  const asked = sections.map(({ title }, at) => ({ id: `section-${at}` as Step, title }))
  if (door === 'supporter')
    return [{ id: 'contacts', title: 'Контакты' }, ...asked, { id: 'consents', title: 'Согласия и пароль' }]
  return [
    { id: 'contacts', title: 'Контакты' },
    { id: 'phone', title: 'Код из СМС' },
    { id: 'email', title: 'Код из письма' },
    ...asked,
    ...(tracks > 1 ? [{ id: 'track' as const, title: 'Трек' }] : []),
    { id: 'consents', title: 'Согласия' },
    { id: 'password', title: 'Пароль' },
  ]
}

/** The step of the list in which this one is: a supporter's codes are part of the contacts. */
export const listedStep = (step: Step, door: Door): Step =>
  door === 'supporter' && (step === 'phone' || step === 'email') ? 'contacts' : step

export const sectionOf = (step: Step): number | null => (step.startsWith('section-') ? Number(step.slice(8)) : null)
