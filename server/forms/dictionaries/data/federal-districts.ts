export const federalDistricts = {
  central: 'Центральный федеральный округ',
  north_western: 'Северо-Западный федеральный округ',
  southern: 'Южный федеральный округ',
  north_caucasian: 'Северо-Кавказский федеральный округ',
  volga: 'Приволжский федеральный округ',
  ural: 'Уральский федеральный округ',
  siberian: 'Сибирский федеральный округ',
  far_eastern: 'Дальневосточный федеральный округ',
} as const

export type DistrictId = keyof typeof federalDistricts
