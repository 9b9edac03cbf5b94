import { sql } from 'kysely'
import type { Services } from '#server/services.ts'
import {
  type AdmissionCriteria,
  type AdmissionFault,
  admissionFaults,
} from '#shared/accounts/registration/admission.ts'
import { applicantOf } from '#shared/accounts/registration/criteria.ts'
import { type RegistrationPlace, registrationAt } from './registration-place.ts'

/** The number of applications read at once, small enough not to delay other requests. */
const batch = 5000

/** How many applicants do not meet these criteria, by the same rule as for a new application. */
export async function admissionEffect(services: Services, place: RegistrationPlace, admission: AdmissionCriteria) {
  const { db } = services
  const { id, settings } = await registrationAt(db, services, place)
  const by = new Map<AdmissionFault, number>()
  const counted = { applied: 0, unmet: 0, newly: 0 }
  for (let after = 0; ; ) {
    const { rows } = await sql<{ account_id: number; data: Record<string, unknown> }>`
      select account_id, jsonb_build_object('birth_date', data -> 'birth_date', 'manage_age', data -> 'manage_age',
        'education_level', data -> 'education_level', 'citizenship', data -> 'citizenship',
        'region', data -> 'region') as data
      from applications where stage_id = ${id} and door = 'participant' and account_id > ${after}
      order by account_id limit ${batch}`.execute(db)
    for (const { data } of rows) {
      const applicant = applicantOf(data)
      const faults = admissionFaults(applicant, admission)
      counted.applied += 1
      if (faults.length === 0) continue
      counted.unmet += 1
      if (admissionFaults(applicant, settings.admission).length === 0) counted.newly += 1
      for (const fault of faults) by.set(fault, (by.get(fault) ?? 0) + 1)
    }
    const last = rows.at(-1)
    if (!last || rows.length < batch) break
    after = last.account_id
  }
  return { ...counted, by: [...by].map(([code, people]) => ({ code, people })) }
}
