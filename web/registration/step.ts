import type { Answer } from '#web/platform/api/client.ts'

export type Progress = Answer<'POST /auth/register/prepare'>

/** The steps of a registration; the form has one step per section. */
export type Step = 'needed' | 'contacts' | 'phone' | 'email' | `section-${number}` | 'consents' | 'password'

/** The step at which an unfinished registration continues: the first with something missing. */
export function stepOf(progress: Progress | null): Step {
  if (!progress) return 'needed'
  if (!progress.phone_confirmed) return 'phone'
  if (!progress.email_confirmed) return 'email'
  return progress.reg_info_complete ? 'consents' : 'section-0'
}

/**
 * The step after a reload: the section that was open, if sections can be filled in already; otherwise the first with
 * something missing.
 */
export function stepAgain(progress: Progress | null, kept: string | null, sections: number): Step {
  const first = stepOf(progress)
  const at = kept === null ? null : sectionOf(kept as Step)
  const open = first === 'consents' || first.startsWith('section-')
  return open && at !== null && at >= 0 && at < sections ? `section-${at}` : first
}

/** The steps in order, with their titles. */
export function stepsOf(sections: readonly { title: string }[]): { id: Step; title: string }[] {
  return [
    { id: 'contacts', title: 'Контакты' },
    { id: 'phone', title: 'Код из СМС' },
    { id: 'email', title: 'Код из письма' },
    ...sections.map(({ title }, at) => ({ id: `section-${at}` as Step, title })),
    { id: 'consents', title: 'Согласия' },
    { id: 'password', title: 'Пароль' },
  ]
}

export const sectionOf = (step: Step): number | null => (step.startsWith('section-') ? Number(step.slice(8)) : null)
