import { Refusal } from '#shared/platform/api/refusals.ts'
import { readPhone } from '#shared/platform/text/read-phone.ts'

/** Prefixes of satellite, machine and internet numbers, in Russia and abroad, which are not mobile phones. */
const virtual = ['+7954', '+7970', '+7971', '+870', '+878', '+881', '+882', '+883', '+888', '+979']

/** The normalised number. Refuses before an SMS is paid for. */
export function acceptedPhone(text: string, allowed: { foreign: boolean; blocked: readonly string[] }): string {
  const phone = readPhone(text)
  if (phone === null) throw new Refusal('phone_incorrect')
  const atHome = phone.startsWith('+7') && !/^\+7[67]/.test(phone)
  if (atHome && !/^\+79\d{9}$/.test(phone)) throw new Refusal('phone_incorrect')
  if (virtual.some((start) => phone.startsWith(start))) throw new Refusal('phone_virtual')
  // One digit repeated is typed only to get past the form.
  if (/(\d)\1{8}$/.test(phone) || allowed.blocked.some((start) => phone.startsWith(start)))
    throw new Refusal('phone_blacklisted')
  if (!atHome && !allowed.foreign) throw new Refusal('phone_unsupported')
  return phone
}
