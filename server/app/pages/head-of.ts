export interface PageHead {
  title: string
  description: string
  /** Only pages that everybody may open belong in a search engine. */
  indexed: boolean
}

const portalName = 'Конкурсы лидеров'
const aboutPortal =
  'Портал конкурсов для тех, кто ведёт за собой: этапы, сроки и всё, что нужно сделать. Одна учётная запись подходит для всех.'

/** The same titles as the pages' headings, so that the tab's title does not change when the page is hydrated. */
const entrance: Record<string, { title: string; about: string; indexed: boolean }> = {
  login: { title: 'Вход в личный кабинет', about: 'Вход в личный кабинет участника.', indexed: true },
  register: { title: 'Регистрация', about: 'Регистрация участников конкурса.', indexed: true },
  forgot: { title: 'Восстановление пароля', about: 'Восстановление пароля.', indexed: false },
}

/** The entrance of people with a role. */
const staffEntrance: Record<string, string> = {
  '/login': 'Вход для организаторов и экспертов',
  '/forgot': 'Восстановление пароля',
}

/** The title and description of an address for tabs, search engines and messengers. */
export function headOf(path: string, competition: { title: string; tagline: string } | undefined): PageHead {
  if (path === '/')
    return { title: `Конкурсы для тех, кто ведёт за собой — ${portalName}`, description: aboutPortal, indexed: true }
  const staff = Object.hasOwn(staffEntrance, path) ? staffEntrance[path] : undefined
  if (staff) return { title: `${staff} — ${portalName}`, description: aboutPortal, indexed: false }
  const [, , name = '', ...rest] = path.replace(/\/$/, '').split('/')
  const page = rest.length === 0 && Object.hasOwn(entrance, name) ? entrance[name] : undefined
  if (!page || !competition) return { title: portalName, description: aboutPortal, indexed: false }
  const said = [competition.title, competition.tagline].filter(Boolean).join('. ')
  return {
    title: `${page.title} — ${portalName}`,
    description: `${said.replace(/[.!?…]?$/, (mark) => mark || '.')} ${page.about}`,
    indexed: page.indexed,
  }
}

const escaped = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')

/** The tags of the head. `address` is the page's own address without a query. */
export function headHtml({ title, description, indexed }: PageHead, address: string): string {
  const property = (name: string, content: string) => `<meta property="${name}" content="${escaped(content)}">`
  return [
    `<title>${escaped(title)}</title>`,
    `<meta name="description" content="${escaped(description)}">`,
    ...(indexed
      ? [
          `<link rel="canonical" href="${escaped(address)}">`,
          property('og:type', 'website'),
          property('og:site_name', portalName),
          property('og:locale', 'ru_RU'),
          property('og:title', title),
          property('og:description', description),
          property('og:url', address),
        ]
      : ['<meta name="robots" content="noindex">']),
  ].join('')
}
