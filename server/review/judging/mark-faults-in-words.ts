import type { FieldFaults } from '#shared/platform/api/refusals.ts'
import { type Criterion, type Marks, markFaults } from '#shared/stages/rubric.ts'

/** The faults of handed-in marks, by the field of each. */
export function markFaultsInWords(criteria: readonly Criterion[], marks: Marks): FieldFaults {
  const max = new Map(criteria.map((criterion) => [criterion.code, criterion.max]))
  const words = {
    required: () => 'Поставьте оценку',
    out_of_scale: (code: string) => `Оценка — целое число от 0 до ${max.get(code)}`,
    unknown: () => 'Такого критерия нет',
  }
  return Object.fromEntries(
    Object.entries(markFaults(criteria, marks)).map(([code, rule]) => [
      `marks.${code}`,
      { rule, message: words[rule](code) },
    ]),
  )
}
