import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { serverStageKinds } from '#server/kinds/kinds.ts'
import { readSettings } from '#server/stages/read-settings.ts'
import { schemaFaults } from '#shared/forms/fields/schema-faults.ts'
import { stageKinds } from '#shared/kinds/kinds.ts'
import { type Setting, type StageKind, settingsVersion } from '#shared/stages/kind.ts'
import { answerOf, settingsForm, settingsOf } from '#shared/stages/settings-form.ts'
import { teamTypes } from '#shared/stages/team-types.ts'
import { webKinds } from '#web/kinds/kinds.ts'

const tracked = (pattern: string) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', pattern], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(file))
const files = [...tracked('*.ts'), ...tracked('*.tsx')]
const product = files.filter((file) => /^(shared|server|web)\//.test(file))
const isTest = (file: string) => /\.test\.tsx?$|^server\/testing\//.test(file)

interface Import {
  file: string
  target: string
  typeOnly: boolean
  /** A dynamic import, loaded on demand and not with the importing file. */
  late: boolean
}
const imports: Import[] = product.flatMap((file) =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      /^\s*(?:import|export)\s+(type\s)?[^'"`;]*?from\s+'([^']+)'|import\('([^']+)'\)/gm,
    ),
  ].map((match) => ({
    file,
    target: match[2] ?? match[3] ?? '',
    typeOnly: match[1] !== undefined,
    late: match[3] !== undefined,
  })),
)

/** The path within the project for an import of our own file; null for a package. */
function resolved({ file, target }: Pick<Import, 'file' | 'target'>): string | null {
  if (target.startsWith('#')) return target.slice(1)
  if (target.startsWith('.')) return normalize(join(dirname(file), target))
  return null
}
const side = (path: string) => path.split('/')[0]
/** The rooms from top to ground, the same on every side: each may import those after it. README.md says what is in them. */
const rooms = [
  ...['app', 'help', 'editing', 'kinds', 'programme', 'people', 'review', 'accounts'],
  ...['seasons', 'stages', 'forms', 'messages', 'platform'],
]
const roomOf = (path: string) => path.split('/')[1] ?? ''
const kindFile = /^shared\/\w+\/(\w+)\/kind\.ts$/
const kinds = () => product.flatMap((file) => file.match(kindFile)?.[1] ?? [])
/** The contract of a kind is in `kinds`, or in the room of the domain whose adapter it is. */
const contractOf = (kind: string) =>
  dirname(product.find((file) => file.match(kindFile)?.[1] === kind) ?? `shared/kinds/${kind}/kind.ts`)
const kindOf = (path: string) => path.match(/^(?:server|web)\/kinds\/(\w+)\/./)?.[1]
const listed = (broken: Import[]) => broken.map(({ file, target }) => `${file} → ${target}`)

test('these tests find the files and imports of all three sides', () => {
  for (const name of ['shared', 'server', 'web']) {
    expect(product.filter((file) => side(file) === name).length, name).toBeGreaterThan(20)
    expect(imports.filter(({ file }) => side(file) === name).length, name).toBeGreaterThan(40)
  }
})

test('a file is imported as ./name from its own folder and as #side/… from elsewhere, never as ../', () => {
  expect(listed(imports.filter(({ target }) => target.includes('../')))).toEqual([])
})

test('shared imports shared and TypeBox only', () => {
  const broken = imports.filter((i) => {
    if (side(i.file) !== 'shared' || isTest(i.file)) return false
    const path = resolved(i)
    return path ? side(path) !== 'shared' : i.target !== 'typebox'
  })
  expect(listed(broken)).toEqual([])
})

test('the browser never imports the server, nor the server the browser', () => {
  const broken = imports.filter((i) => {
    const path = resolved(i)
    return (
      path !== null &&
      ((side(i.file) === 'web' && side(path) === 'server') || (side(i.file) === 'server' && side(path) === 'web'))
    )
  })
  expect(listed(broken)).toEqual([])
})

test('the browser takes types only from the contract, so no schema library reaches it', () => {
  const broken = imports.filter((i) => {
    const path = resolved(i)
    const contract = path !== null && /^shared\/.*(routes|wire|contract|fields)\.ts$/.test(path)
    return side(i.file) === 'web' && !isTest(i.file) && ((contract && !i.typeOnly) || i.target.startsWith('typebox'))
  })
  expect(listed(broken)).toEqual([])
})

test('the platform imports no domain', () => {
  const broken = imports.filter((i) => {
    const own = i.file.match(/^(server|web)\/platform\//)?.[1]
    const path = resolved(i)
    if (!own || !path || isTest(i.file)) return false
    return (
      !path.startsWith(`${own}/platform/`) &&
      !/^(shared\/(platform\/|routes\.ts)|server\/(db|services|tables)\.ts$)/.test(path)
    )
  })
  expect(listed(broken)).toEqual([])
})

test('a room imports itself and rooms below it', () => {
  const folders = new Set(
    product.flatMap((file) =>
      /^\w+\/(testing|conformance|migrations)\//.test(file) ? [] : (file.match(/^\w+\/(\w+)\//)?.[1] ?? []),
    ),
  )
  expect([...folders].toSorted(), 'a folder of a side is a room').toEqual(rooms.toSorted())
  const broken = imports.filter((i) => {
    const path = resolved(i)
    const [from, to] = [rooms.indexOf(roomOf(i.file)), rooms.indexOf(roomOf(path ?? ''))]
    return !isTest(i.file) && !/^server\/conformance\//.test(i.file) && from >= 0 && to >= 0 && to < from
  })
  expect(listed(broken)).toEqual([])
})

/** Folders that still import each other. A new circle is a fault; one that is gone leaves this list. */
const knownCircles = [
  'server/accounts/duplicates server/accounts/identity',
  'web/accounts/auth web/accounts/homes web/accounts/profile web/accounts/registration web/accounts/state-service',
  'web/platform/api web/platform/captcha web/platform/html web/platform/messages web/platform/navigation web/platform/ui',
]

test('folders import each other in one direction', () => {
  const folderOf = (path: string) => path.match(/^(\w+\/\w+\/[\w-]+)\//)?.[1]
  const graph = new Map<string, Set<string>>()
  for (const i of imports) {
    const [from, to] = [folderOf(i.file), folderOf(resolved(i) ?? '')]
    if (!from || !to || from === to || i.typeOnly || isTest(i.file) || /kinds|conformance|gallery/.test(from)) continue
    graph.set(from, (graph.get(from) ?? new Set()).add(to))
  }
  expect(graph.size).toBeGreaterThan(50)
  const reach = (from: string) => {
    const seen = new Set<string>()
    const next = [from]
    for (const folder of next)
      for (const to of graph.get(folder) ?? []) if (!seen.has(to)) next.push(to) && seen.add(to)
    return seen
  }
  const reached = new Map([...graph.keys()].map((folder) => [folder, reach(folder)]))
  const circles = new Set(
    [...reached].flatMap(([folder, all]) =>
      all.has(folder)
        ? [
            [...all]
              .filter((other) => reached.get(other)?.has(folder))
              .toSorted()
              .join(' '),
          ]
        : [],
    ),
  )
  expect([...circles].toSorted()).toEqual(knownCircles)
})

test('a stage kind is imported only by the list of kinds, and never by another kind', () => {
  const broken = imports.filter((i) => {
    const path = resolved(i)
    const target = path && kindOf(path)
    if (!target || !kinds().includes(target) || isTest(i.file)) return false
    const gate = /^(server|web)\/(kinds\/kinds|app|jobs|tables)\.ts$|^(server|web)\/(app|editing)\//.test(i.file)
    return !gate && kindOf(i.file) !== target
  })
  expect(listed(broken)).toEqual([])
})

test('a stage kind has a folder and a line in the list on each side, with the same name everywhere', () => {
  expect(kinds().length).toBeGreaterThan(5)
  const missing = kinds().flatMap((kind) => {
    const file = kind.replaceAll('_', '-')
    const contract = contractOf(kind)
    const needed = {
      [`${contract}/kind.ts`]: 'says the title, the addresses and whose work it is',
      [`${contract}/contract.ts`]: 'says the settings and the answer',
      [`server/kinds/${kind}/${file}.ts`]: 'says what the server does',
      [`web/kinds/${kind}/${file}.ts`]: 'says what the browser shows',
    }
    const files = Object.entries(needed).flatMap(([path, why]) =>
      existsSync(path) ? [] : [`${path} is missing: it ${why}`],
    )
    const lists = ['shared', 'server', 'web'].flatMap((name) => {
      const list = `${name}/kinds/kinds.ts`
      return readFileSync(list, 'utf8').includes(`/${kind}/`) ? [] : [`${list} has no line for ${kind}`]
    })
    return [...files, ...lists]
  })
  expect(missing).toEqual([])
  expect(Object.keys(stageKinds).toSorted()).toEqual(kinds().toSorted())
  for (const [type, kind] of Object.entries(stageKinds)) expect(kind.type, `the name of ${type}`).toBe(type)
  const ofTeams = Object.values(stageKinds).flatMap(({ type, work }) => (work === 'team' ? [type] : []))
  expect([...teamTypes], 'shared/stages/team-types.ts').toEqual(ofTeams)
})

test('a server test opens a stage of every kind', () => {
  const tests = files
    .filter((file) => side(file) === 'server' && isTest(file))
    .map((file) => readFileSync(file, 'utf8'))
  expect(
    kinds().filter((kind) => !tests.some((text) => text.includes(`type: '${kind}'`))),
    'these kinds have no test of their own in server/',
  ).toEqual([])
})

test('a kind whose forms organisers build has a panel with the form builder', () => {
  const lacking = Object.values(stageKinds).flatMap(({ type }) =>
    serverStageKinds[type].built && !webKinds[type].panel
      ? [`web/stages/${type} has no panel, but server/stages/${type} says built`]
      : [],
  )
  expect(lacking).toEqual([])
})

test('docs/contract holds the limits and the forms of every stage kind', () => {
  const writer = 'shared/kinds/kinds-in-writing.test.ts'
  const written = readFileSync(writer, 'utf8')
  const contracts = new Set(kinds().map(contractOf))
  const missing = product
    .filter((file) => contracts.has(dirname(file)) && /^([\w-]+-)?(limits|form)\.ts$/.test(basename(file)))
    .filter((file) => dirname(file) !== 'shared/accounts/registration')
    .filter((file) => !written.includes(`/${basename(dirname(file))}/${basename(file)}'`))
  expect(missing, `these are not written down: add them to ${writer}`).toEqual([])
})

test('every setting of a stage kind has a title and a valid default, and says whether participants see it', () => {
  const broken = Object.values(stageKinds).flatMap((kind: StageKind) => {
    const words = Object.entries(kind.settings.properties as Record<string, Setting>).flatMap(([name, setting]) => [
      ...(setting.title ? [] : [`${kind.type}.${name} has no title`]),
      ...(setting.default === undefined ? [`${kind.type}.${name} has no default`] : []),
      ...(typeof setting.shown === 'boolean' ? [] : [`${kind.type}.${name} does not say whether participants see it`]),
    ])
    const { faults } = readSettings(kind, {}, settingsVersion(kind))
    return [...words, ...faults.map(({ path, message }) => `${kind.type}${path} by default ${message}`)]
  })
  expect(broken).toEqual([])
})

/** The kinds of the specification, and those that the plan adds. */
const plannedKinds = [
  ...['registration', 'rules', 'form', 'multiform', 'videointerview', 'final_mentor_choose', 'mentor_meetings'],
  ...[
    'teams_forming',
    'teams_evaluation',
    'teams_solution',
    'mgmt_proposal',
    'mgmt_solution_assessment',
    'choose_tracks',
  ],
  ...['lesson_plan', 'lesson_report'],
  ...['essay', 'test', 'playoff', 'public_lesson', 'questionnaire', 'feedback', 'event', 'mentor_choice'],
]

test('every kind of the plan is built, and there are no others', () => {
  expect(
    kinds().filter((type) => !plannedKinds.includes(type)),
    'these are not planned: add them to plannedKinds',
  ).toEqual([])
  expect(
    plannedKinds.filter((type) => !kinds().includes(type)),
    'these are planned, but not built',
  ).toEqual([])
})

test.each(Object.values(stageKinds))('the settings of $type fit a generated form, which returns them unchanged', ({
  type,
  settings: schema,
}) => {
  const form = settingsForm(schema)
  expect(schemaFaults(form)).toEqual([])
  const names = form.sections.flatMap(({ fields }) => fields.map(({ name }) => name))
  // The form of a whole stage also has fields of its own besides the settings.
  expect(
    names.filter((name) => name.startsWith('stage_')),
    type,
  ).toEqual([])
  const usual = Value.Default(schema, {}) as Record<string, unknown>
  expect(settingsOf(schema, answerOf(schema, usual), usual)).toEqual(usual)
})

test('a look is a folder with all its files', () => {
  const folders = readdirSync('web/seasons/themes', { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'frame')
    .map((entry) => entry.name)
  expect(folders).toEqual(
    expect.arrayContaining(['default', 'leaders', 'voz', 'ru_season_3', 'ru_season_4', 'ru_season_5', 'ru_season_6']),
  )
  for (const folder of folders) {
    for (const file of [
      'theme.css',
      'look.ts',
      'Layout.tsx',
      'Layout.module.css',
      'Background.tsx',
      'Logo.tsx',
      'sign.ts',
    ])
      expect(existsSync(`web/seasons/themes/${folder}/${file}`), `${folder}/${file}`).toBe(true)
    expect(readFileSync(`web/seasons/themes/${folder}/theme.css`, 'utf8')).toContain(`[data-look='${folder}']`)
    const named = files.filter((file) => /^(shared|server|web\/(?!seasons\/themes\/))/.test(file) && !isTest(file))
    const naming = named.filter((file) => new RegExp(`themes/${folder}/`).test(readFileSync(file, 'utf8')))
    expect(naming, `${folder} is named outside its folder`).toEqual([])
  }
})

test('personal-data imports no domain, and only personal-data-hooks.ts imports their hooks', () => {
  const broken = imports.filter((i) => {
    const path = resolved(i)
    if (!path || isTest(i.file)) return false
    const below = i.file.startsWith('server/platform/personal-data/')
    const known = /^server\/platform\/|^server\/(?:db|services)\.ts$|^shared\//.test(path)
    const fromProfile =
      !i.file.startsWith('server/accounts/profile/') &&
      /^server\/\w+\//.test(i.file) &&
      path.startsWith('server/accounts/profile/')
    const hook = /\/(?:own-[\w-]+-data|erase-(?!person)[\w-]+)\.ts$/.test(path) && path.startsWith('server/')
    return (below && !known) || fromProfile || (hook && i.file !== 'server/personal-data-hooks.ts')
  })
  expect(listed(broken)).toEqual([])
})

test('imports have no cycles', () => {
  const graph = new Map<string, string[]>()
  for (const i of imports) {
    const path = resolved(i)
    if (path && !i.typeOnly) graph.set(i.file, [...(graph.get(i.file) ?? []), path])
  }
  const done = new Set<string>()
  const walk = (file: string, trail: string[]): string[] | null => {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file]
    if (done.has(file)) return null
    for (const next of graph.get(file) ?? []) {
      const circle = walk(next, [...trail, file])
      if (circle) return circle
    }
    done.add(file)
    return null
  }
  expect([...graph.keys()].map((file) => walk(file, [])).find(Boolean) ?? null).toBeNull()
})

test('libraries for documents, pictures and plans are loaded only on demand, because they take memory in every process', () => {
  const reached = new Set(['server/start-portal.ts', 'server/domains.ts'])
  for (const file of reached)
    for (const each of imports.filter((one) => one.file === file && !one.typeOnly && !one.late))
      reached.add(resolved(each) ?? each.target)
  expect([...reached].filter((path) => path.startsWith('server/')).length).toBeGreaterThan(300)
  const heavy = ['docx', '@e965/xlsx', 'sharp', 'highs', '@cantoo/pdf-lib', 'pdfmake', 'ical-generator']
  expect(heavy.filter((name) => reached.has(name))).toEqual([])
})

test('no file or folder has a meaningless name', () => {
  const forbidden = /(^|\/)(utils?|helpers?|common|misc|lib|types|constants|index)(\.tsx?$|\/)/
  expect(product.filter((file) => forbidden.test(file))).toEqual([])
})

test('decisions and facts of stages have one writer', () => {
  const writing =
    /(?:\b(?:into|update|delete from|truncate|merge into)\s+|\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(['"])(stage_decisions|stage_facts)\b/g
  const written = product
    .filter((file) => /^server\/(?!conformance\/)/.test(file) && !isTest(file))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(writing)].map(([, table]) => `${table} in ${file}`))
  expect([...new Set(written)].toSorted()).toEqual([
    'stage_decisions in server/stages/settle.ts',
    'stage_facts in server/stages/facts.ts',
    'stage_facts in server/stages/settle.ts',
  ])
})

test('TW-14 only who must wait for everybody locks the key of a competition or a stage: all that refers to it waits then', () => {
  const locking =
    /\bfrom (?:competitions|stages)\b[^`]*\bfor update\b(?! of)|selectFrom\('(?:competitions|stages)'\)(?:(?!execute)[\s\S])*?\.forUpdate\(/
  const found = product.filter(
    (file) => side(file) === 'server' && !isTest(file) && locking.test(readFileSync(file, 'utf8')),
  )
  expect(found).toEqual([
    // They count those who take part, or have finished, before something changes for them.
    ...['server/editing/seasons/open-season.ts', 'server/editing/stages/publish-stage.ts'],
    'server/kinds/multiform/add-part.ts',
  ])
})

test('the environment is read in one place', () => {
  const readers = product.filter(
    (file) => side(file) !== 'web' && !isTest(file) && /process\.env/.test(readFileSync(file, 'utf8')),
  )
  expect(readers).toEqual(['server/main.ts'])
})

test('R-69: only the client of the portal connects to its database, because it survives every fault of the connection', () => {
  const connecting = files.filter(
    (file) =>
      /^server\//.test(file) &&
      !isTest(file) &&
      /\bextends pg\.|new (pg\.)?(Client|Pool)\(/.test(readFileSync(file, 'utf8')),
  )
  expect(connecting.sort()).toEqual([
    'server/platform/backups/back-up.ts',
    'server/platform/db/client.ts',
    'server/platform/db/database.ts',
    'server/platform/db/embedded/embedded.ts',
    'server/platform/db/embedded/own-role.ts',
  ])
})

test('only one file puts HTML into a page, after cleaning it', () => {
  const writers = product.filter(
    (file) =>
      !isTest(file) &&
      /dangerouslySetInnerHTML:|dangerouslySetInnerHTML=|\.innerHTML\s*=|insertAdjacentHTML|document\.write/.test(
        readFileSync(file, 'utf8'),
      ),
  )
  expect(writers).toEqual(['web/platform/ui/Prose.tsx'])
})

/** The places in components that match: file and line. */
const drawn = product
  .filter((file) => /^web\/.*\.tsx$/.test(file) && !isTest(file))
  .flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((text, at) => ({ at: `${file}:${at + 1}`, text })),
  )
const found = (pattern: RegExp) => drawn.filter(({ text }) => pattern.test(text)).map(({ at }) => at)

test('a table is a DataTable, and a list that comes by pages is a PagedList', () => {
  // Each part draws it once; the gallery shows the parts one by one.
  expect(found(/<table\b/).filter((at) => !at.startsWith('web/platform/ui/DataTable.tsx:'))).toEqual([])
  const pages = /^web\/(platform\/ui\/PagedList|app\/gallery\/Kit)\.tsx:/
  expect(found(/<Pagination\b/).filter((at) => !pages.test(at))).toEqual([])
  // What is typed to find something in a list; the other one is a score of participants.
  const searches = /^web\/(platform\/ui\/ListFilters|people\/participants\/AudienceFields)\.tsx:/
  expect(found(/\buseAskedText\(/).filter((at) => !searches.test(at))).toEqual([])
})

test('a question before an act is a Confirm, and its words are in one table', () => {
  // The other two are not questions: a choice of two texts, and the frame of a picture.
  const alert = /^web\/(platform\/ui\/Confirm|forms\/drafts\/DraftConflict|accounts\/profile\/AvatarCrop)\.tsx:/
  expect(found(/role="alertdialog"/).filter((at) => !alert.test(at))).toEqual([])
  // Their table is web/platform/ui/words.ts.
  const words = '(Отмена|Закрыть|Остаться|Не сейчас|Понятно)'
  expect(found(new RegExp(`^\\s*${words}$|[>"]${words}[<"]`))).toEqual([])
})

test('R-34 the text of every SQL statement is constant, and values are parameters', () => {
  const spliced = [
    // Kysely's functions for raw SQL text, and statements concatenated by hand.
    /\bsql\.(?:raw|lit)\b|\bCompiledQuery\.raw\b/,
    /\.query\(\s*`[^`]*\$\{/,
    /\.query\(\s*'[^']*'\s*\+/,
  ]
  // Names cannot be parameters: in the first file the driver escapes them, in the second they are constants.
  const names = ['server/platform/db/listen.ts', 'server/platform/db/embedded/embedded.ts']
  const server = product.filter((file) => side(file) === 'server' && !isTest(file) && !names.includes(file))
  expect(server.length).toBeGreaterThan(100)
  const broken = server.filter((file) => spliced.some((pattern) => pattern.test(readFileSync(file, 'utf8'))))
  expect(broken).toEqual([])
  const parts = ['sql.raw(', "pool.query('select ' + ", 'pool.query(`select $' + '{']
  expect(parts.map((part) => spliced.some((pattern) => pattern.test(part)))).toEqual([true, true, true])
})

test('browser code uses no function that the oldest supported browsers lack', () => {
  // Chrome 111, Firefox 115 and Safari 16.4 (vite.config.ts): the build converts syntax but adds no missing functions.
  const younger =
    /\b(?:Map|Object)\.groupBy\(|\bPromise\.(?:withResolvers|try)\b|\bArray\.fromAsync\(|\bURL\.(?:canParse|parse)\(|\bAbortSignal\.any\(|\.(?:is|to)WellFormed\(|\.(?:union|intersection|difference|isSubsetOf)\(|\bRegExp\.escape\(|\.(?:toBase64|toHex)\(\)/
  const shown = product.filter((file) => side(file) !== 'server' && !isTest(file))
  expect(shown.length).toBeGreaterThan(100)
  expect(shown.filter((file) => younger.test(readFileSync(file, 'utf8')))).toEqual([])
  expect(younger.test('Map.groupBy(lines)') && younger.test('text.toWellFormed()')).toBe(true)
})

test('every path, link and file name in the documents exists', () => {
  const documents = tracked('*.md')
  const all = tracked('*')
  expect(documents.length).toBeGreaterThan(10)
  const broken = documents.flatMap((document) => {
    const text = readFileSync(document, 'utf8').replace(/```[\s\S]*?```/g, '')
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target]) =>
      normalize(join(dirname(document), target ?? '')),
    )
    const paths = [...text.matchAll(/`((?:bench|bin|demo|docs|e2e|server|shared|web)\/[^`\s]*)`/g)].map(
      ([, path]) => path ?? '',
    )
    const names = [...text.matchAll(/`([\w-]+\.(?:ts|tsx|mjs|css))`/g)].map(([, name]) => name ?? '')
    const missing = [...links, ...paths.flatMap(alternatives)].filter((path) => !existsSync(path))
    const unknown = names.filter((name) => !all.some((file) => file === name || file.endsWith(`/${name}`)))
    return [...missing, ...unknown].map((name) => `${document}: ${name}`)
  })
  expect(broken).toEqual([])
})

test('docs/requirements.md says what each id in the title of a test means', () => {
  // Behind `test.each([…])` the title stands after the table.
  const title = /(?:\b(?:test|it|describe)(?:\.\w+)*\s*(?:\([^'"`]*\)\s*)?|\]\))\(\s*(['"`])([\s\S]*?)\1/g
  const tests = files.filter((file) => /\.(test|spec)\.tsx?$/.test(file))
  const used = tests.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(title)].flatMap(
      ([, , words]) => words?.match(/\b[A-Z]{1,2}-\d\d\b/g) ?? [],
    ),
  )
  const explained = [...readFileSync('docs/requirements.md', 'utf8').matchAll(/^\| ([A-Z]{1,2}-\d\d) \|/gm)].map(
    ([, id]) => id,
  )
  expect(new Set(used).size).toBeGreaterThan(300)
  expect(explained.toSorted()).toEqual([...new Set(used)].toSorted())
})

test('every decision has its place in the index', () => {
  const decisions = tracked('docs/decisions/*.md')
    .map((file) => basename(file))
    .filter((name) => /^\d/.test(name))
  const index = [...readFileSync('docs/decisions/README.md', 'utf8').matchAll(/\]\((\d[^)]+)\)/g)].map(
    ([, name]) => name,
  )
  expect(index.toSorted()).toEqual(decisions.toSorted())
})

/** `a/{b,c}.ts` is two files. For a path with `<name>` or a star only the folder before it is checked. */
function alternatives(path: string): string[] {
  const fixed = path.split(/[^/]*[<*]/)[0] ?? ''
  const [, before, choices, after] = fixed.match(/^(.*)\{([^}]+)\}(.*)$/) ?? []
  return choices === undefined ? [fixed] : choices.split(',').map((choice) => `${before}${choice}${after}`)
}

test('components use only classes of their style sheets, and no class is unused', () => {
  const uses = new Map<string, { named: Set<string>; byVariable: boolean }>()
  for (const file of product.filter((each) => !isTest(each))) {
    const text = readFileSync(file, 'utf8')
    for (const [line, name, target] of text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
      const sheet = resolved({ file, target: target ?? '' }) ?? ''
      const seen = uses.get(sheet) ?? { named: new Set(), byVariable: false }
      const used = text.replace(line, '')
      for (const [, named] of used.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))) seen.named.add(named ?? '')
      seen.byVariable ||= new RegExp(`\\b${name}\\b(?!\\.\\w)`).test(used)
      uses.set(sheet, seen)
    }
  }
  const sheets = tracked('web/*.module.css')
  expect(sheets.length).toBeGreaterThan(50)
  const broken = sheets.flatMap((sheet) => {
    const rules = readFileSync(sheet, 'utf8').replace(/\/\*[\s\S]*?\*\/|:global\([^{]*\)(?=[^)]*\{)|\d\.\d/g, '')
    const selectors = [...rules.matchAll(/([^{};]+)\{/g)].map(([, selector]) => selector ?? '')
    const there = new Set(
      selectors.flatMap((selector) => [...selector.matchAll(/\.([A-Za-z]\w*)/g)].map(([, name]) => name ?? '')),
    )
    const { named, byVariable } = uses.get(sheet) ?? { named: new Set<string>(), byVariable: false }
    const missing = [...named].filter((name) => !there.has(name)).map((name) => `${sheet} lacks .${name}`)
    const idle = byVariable
      ? []
      : [...there].filter((name) => !named.has(name)).map((name) => `${sheet}: nobody names .${name}`)
    return [...missing, ...idle]
  })
  expect(broken).toEqual([])
})
