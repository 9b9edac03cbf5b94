import type { CopyReport } from '#shared/season-editing/copy-form.ts'
import type { SeasonFile } from '#shared/season-editing/season-file.ts'
import { quoted } from '#shared/text/quoted.ts'

const year = /(?<!\d)20\d\d(?!\d)/

/** Texts and dates that were written for last year and may be wrong now. */
export function worthALook({ season, stages }: SeasonFile, now: Date): CopyReport['look'] {
  const ofStages = stages.flatMap(({ code, type, title, summary, manual, preparation, closes_at, settings }) => {
    const texts = [title, summary, manual, preparation, ...stringsIn(settings)].join('\n')
    const named = texts.match(year)?.[0]
    return [
      ...(closes_at !== null && new Date(closes_at) <= now
        ? [{ stage: code, text: `Этап ${quoted(title)} уже закончился: срок и после сдвига в прошлом` }]
        : []),
      ...(named ? [{ stage: code, text: `В текстах этапа ${quoted(title)} назван год: ${named}` }] : []),
      ...(type === 'rules' ? [{ stage: code, text: `Текст правил ${quoted(title)} прошлогодний` }] : []),
      ...(type === 'registration'
        ? [{ stage: code, text: `Тексты согласий и промокоды этапа ${quoted(title)} прошлогодние` }]
        : []),
    ]
  })
  const named = [season.tagline, season.description, season.copyright].join('\n').match(year)?.[0]
  const links = Object.values(season.links).some((link) => link)
  return [
    ...(named ? [{ stage: null, text: `В описании или подписи конкурса назван год: ${named}` }] : []),
    ...(links
      ? [{ stage: null, text: 'Ссылки на новости, правила и обработку данных ведут на прошлогодние страницы' }]
      : []),
    ...ofStages,
  ]
}

/** Texts of settings, without moments, whose years have been moved. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d/.test(value) ? [] : [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}
