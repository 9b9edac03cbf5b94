/** The time zones of Russia, by a city that everybody knows. */
export const zoneNames = {
  'Europe/Kaliningrad': 'Калининград (МСК−1)',
  'Europe/Moscow': 'Москва',
  'Europe/Samara': 'Самара (МСК+1)',
  'Asia/Yekaterinburg': 'Екатеринбург (МСК+2)',
  'Asia/Omsk': 'Омск (МСК+3)',
  'Asia/Krasnoyarsk': 'Красноярск (МСК+4)',
  'Asia/Irkutsk': 'Иркутск (МСК+5)',
  'Asia/Yakutsk': 'Якутск (МСК+6)',
  'Asia/Vladivostok': 'Владивосток (МСК+7)',
  'Asia/Magadan': 'Магадан (МСК+8)',
  'Asia/Kamchatka': 'Камчатка (МСК+9)',
} as const
export type Zone = keyof typeof zoneNames
export const zones = Object.keys(zoneNames) as Zone[]
