/** How far a person has come in the season, in order. */
export type Progress =
  | 'registering'
  | 'refused'
  | 'registered'
  | 'old_rules'
  | 'rejected_rules'
  | 'accepted_rules'
  | 'drafting'
  | 'handed_in'
  | 'passed'
  | 'processing'
  | 'interrupted'
  | 'returned'
  | 'failed'
  | 'disqualified'

const spread: Progress[] = [
  'registered',
  'handed_in',
  'drafting',
  'passed',
  'accepted_rules',
  'handed_in',
  'registering',
  'drafting',
  'passed',
  'returned',
  'registered',
  'handed_in',
  'refused',
  'accepted_rules',
  'drafting',
  'old_rules',
  'passed',
  'rejected_rules',
  'handed_in',
  'failed',
]

/** The progress of a person of the crowd: most states are frequent, the last ones rare. */
export function progressOf(number: number): Progress {
  if (number % 61 === 40) return 'disqualified'
  if (number % 67 === 50) return 'interrupted'
  if (number % 71 === 55) return 'processing'
  return spread[number % spread.length] as Progress
}

const done: Record<Progress, readonly ('registration' | 'rules' | 'questionnaire')[]> = {
  registering: [],
  refused: [],
  registered: ['registration'],
  old_rules: ['registration'],
  rejected_rules: ['registration'],
  accepted_rules: ['registration', 'rules'],
  drafting: ['registration', 'rules'],
  handed_in: ['registration', 'rules'],
  processing: ['registration', 'rules'],
  interrupted: ['registration', 'rules'],
  returned: ['registration', 'rules'],
  failed: ['registration', 'rules'],
  passed: ['registration', 'rules', 'questionnaire'],
  disqualified: ['registration', 'rules', 'questionnaire'],
}

export const hasPassed = (progress: Progress, stage: 'registration' | 'rules' | 'questionnaire'): boolean =>
  done[progress].includes(stage)
