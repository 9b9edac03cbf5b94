/** +7 916 •••-••-67: enough for the owner to recognise the number. */
export function maskedPhone(phone: string): string {
  return `${phone.slice(0, 2)} ${phone.slice(2, 5)} •••-••-${phone.slice(-2)}`
}
