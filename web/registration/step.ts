import type { Answer } from '#web/platform/api/client.ts'

export type Progress = Answer<'POST /auth/register/prepare'>

/** The steps of a registration; the form has one step per section. */
export type Step = 'needed' | 'contacts' | 'phone' | 'email' | `section-${number}` | 'track' | 'consents' | 'password'

/**
 * The step at which an unfinished registration continues: the first with something missing. `choosesTrack`: there is a
 * track to choose, and none is chosen.
 */
export function stepOf(progress: Progress | null, choosesTrack: boolean): Step {
  if (!progress) return 'needed'
  if (!progress.phone_confirmed) return 'phone'
  if (!progress.email_confirmed) return 'email'
  if (!progress.reg_info_complete) return 'section-0'
  return choosesTrack ? 'track' : 'consents'
}

/**
 * The step after a reload: the section or the track that was open, if it can be filled in already; otherwise the first
 * with something missing.
 */
export function stepAgain(
  progress: Progress | null,
  kept: string | null,
  { sections, choosesTrack }: { sections: number; choosesTrack: boolean },
): Step {
  const first = stepOf(progress, choosesTrack)
  const at = kept === null ? null : sectionOf(kept as Step)
  if (first === 'consents' && kept === 'track') return kept
  const open = first === 'consents' || first === 'track' || first.startsWith('section-')
  return open && at !== null && at >= 0 && at < sections ? `section-${at}` : first
}

/** The steps in order, with their titles. A single track is nobody's choice. */
export function stepsOf(sections: readonly { title: string }[], tracks: number): { id: Step; title: string }[] {
  return [
    { id: 'contacts', title: 'Контакты' },
    { id: 'phone', title: 'Код из СМС' },
    { id: 'email', title: 'Код из письма' },
    ...sections.map(({ title }, at) => ({ id: `section-${at}` as Step, title })),
    ...(tracks > 1 ? [{ id: 'track' as const, title: 'Трек' }] : []),
    { id: 'consents', title: 'Согласия' },
    { id: 'password', title: 'Пароль' },
  ]
}

export const sectionOf = (step: Step): number | null => (step.startsWith('section-') ? Number(step.slice(8)) : null)
