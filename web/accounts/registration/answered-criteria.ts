import { type Criterion, criteriaFaults, unmetCriteria } from '#shared/accounts/registration/criteria.ts'
import type { AnswerData } from '#shared/forms/fields/field.ts'
import type { FieldFaults } from '#shared/platform/api/refusals.ts'
import type { RegistrationForm } from './queries.ts'

/** The criteria that an answer so far does not meet, at their fields. The server judges by the same rule. */
export const answeredCriteria = (
  data: AnswerData,
  { admission, criteria }: Pick<RegistrationForm, 'admission' | 'criteria'>,
): FieldFaults => criteriaFaults(unmetCriteria(data, admission, criteria as Criterion[], { answered: true }))
