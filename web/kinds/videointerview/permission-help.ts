/** The first match wins: many browsers also call themselves Chrome, and Chrome calls itself Safari. */
const browsers: readonly { sign: RegExp; name: string; steps: readonly string[] }[] = [
  {
    sign: /iPhone|iPad/,
    name: 'Safari на iPhone и iPad',
    steps: [
      'Нажмите «аА» или значок настроек в строке адреса.',
      'Откройте «Настройки веб-сайта» и разрешите камеру и микрофон.',
      'Обновите страницу.',
    ],
  },
  {
    sign: /YaBrowser\//,
    name: 'Яндекс Браузер',
    steps: [
      'Нажмите на значок слева в строке адреса.',
      'Разрешите сайту камеру и микрофон.',
      'Нажмите «Попробовать ещё раз».',
    ],
  },
  {
    sign: /Firefox\//,
    name: 'Firefox',
    steps: [
      'Нажмите на перечёркнутую камеру слева от адреса.',
      'Уберите запрет камеры и микрофона.',
      'Нажмите «Попробовать ещё раз» и выберите «Разрешить».',
    ],
  },
  {
    sign: /Chrome\/|Edg/,
    name: 'Chrome или Edge',
    steps: [
      'Нажмите на значок настроек слева от адреса.',
      'Включите «Камера» и «Микрофон».',
      'Нажмите «Попробовать ещё раз». Если не помогло, обновите страницу.',
    ],
  },
  {
    sign: /Safari\//,
    name: 'Safari',
    steps: [
      'Откройте меню «Safari» → «Настройки для этого веб-сайта».',
      'Выберите «Разрешить» для камеры и микрофона.',
      'Обновите страницу.',
    ],
  },
]
const anyBrowser = [
  'Откройте сведения о сайте в строке адреса.',
  'Разрешите камеру и микрофон.',
  'Обновите страницу.',
] as const

const found = (userAgent: string) => browsers.find(({ sign }) => sign.test(userAgent))

/** Empty where the browser is not known. */
export const browserName = (userAgent: string): string => found(userAgent)?.name ?? ''

/** What to press so that a browser gives the camera to the page. */
export const permissionHelp = (userAgent: string): readonly string[] => found(userAgent)?.steps ?? anyBrowser
