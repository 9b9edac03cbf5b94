/** Where the counters of visits get their pictures, by the setting that names a counter. */
export const counterHosts = { ymid: 'https://mc.yandex.ru', mtid: 'https://top-fwz1.mail.ru' } as const
