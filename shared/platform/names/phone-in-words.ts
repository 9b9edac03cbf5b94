/** «+7 916 123-45-67»; a number of another country stays as it is. */
export function phoneInWords(phone: string): string {
  const whole = /^\+7(\d{3})(\d{3})(\d\d)(\d\d)$/.exec(phone)
  return whole ? `+7 ${whole[1]} ${whole[2]}-${whole[3]}-${whole[4]}` : phone
}
