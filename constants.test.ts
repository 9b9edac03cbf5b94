import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadDictionaries } from '#server/forms/dictionaries/load-dictionaries.ts'
import { recipientLimits, repeatSeconds, waitFor } from '#server/messages/outbox/dispatch-limits.ts'
import { aCompetition, aPerson } from '#server/testing/a-competition.ts'
import { aRegionalGroup } from '#server/testing/a-regional-team.ts'
import { aTeamStage } from '#server/testing/a-team-stage.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { dictionarySuggestions } from '#shared/forms/dictionaries/limits.ts'
import { isPhone, isYear, settingsYearLength, yearDigits } from '#shared/forms/fields/rules.ts'
import { validate } from '#shared/forms/fields/validate.ts'
import { notificationPage } from '#shared/messages/notifications/limits.ts'
import { imageFault, minImageHeight, minImageWidth } from '#shared/platform/files/limits.ts'
import { allowedScheme } from '#shared/platform/html/allow-list.ts'
import { isSafeLink, isSafePicture } from '#shared/platform/html/safe-address.ts'
import { headerName, headerNameCut } from '#shared/platform/names/full-name.ts'
import { minPasswordLength, passwordFaults } from '#shared/platform/text/password.ts'
import { phoneDigits } from '#shared/platform/text/read-phone.ts'
import { meetingFormats } from '#shared/programme/meetings/classify.ts'
import { mentorReasons } from '#shared/programme/mentors/selection.ts'
import { teamsPage } from '#shared/programme/team-formation/limits.ts'
import { nearDateWindow, refetchCap, refetchDelay, refetchJitter } from '#shared/stages/refetch.ts'
import { groupPage, regionalView } from '#shared/stages/regional-view.ts'
import { loadingGrowth } from '#web/app/loading-growth.ts'
import { scrollPosition } from '#web/app/scroll.ts'
import { limits } from '#web/platform/limits.ts'
import { showBanner, shownBanners } from '#web/platform/messages/banner.ts'
import { mayReload } from '#web/platform/navigation/load-chunk.ts'

/** The portal's own files without comments, and without tests and the gallery's samples. */
const sources = new Map(
  ['shared', 'server', 'web']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
    .filter(
      (file) =>
        /\.(tsx?|css)$/.test(file) && !/\.test\.tsx?$|^(server\/(testing|conformance)|web\/app\/gallery)\//.test(file),
    )
    .map((file) => {
      const code = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
      return [file, file.endsWith('.css') ? code : code.replace(/(^|\s)\/\/.*$/gm, '$1')] as const
    }),
)
const code = (file: string): string => {
  const found = sources.get(file)
  if (found === undefined) throw new Error(`no file ${file}`)
  return found
}
/** Files of these folders that contain the pattern, sorted. */
const holding = (pattern: RegExp, ...folders: string[]): string[] =>
  [...sources]
    .filter(([file, text]) => folders.some((folder) => file.startsWith(`${folder}/`)) && pattern.test(text))
    .map(([file]) => file)
    .sort()
/** The number with or without separators: 5000 or 5_000, not as a part of another number. */
const literal = (value: number): RegExp =>
  new RegExp(`(?<![\\d._#-])${String(value).replace(/\B(?=(\d{3})+$)/g, '_?')}(?![\\d_.%]|[a-z])`)

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await loadDictionaries(app.db)
})
afterAll(() => app.close())

test('CN-01 these tests find the sources', () => {
  expect(sources.size).toBeGreaterThan(500)
  expect(holding(literal(5000), 'web')).not.toEqual([])
})

describe('the browser', () => {
  test('CN-01 every limit of section 9 has its value, and the code that needs it imports it', () => {
    expect(limits).toMatchObject({
      errorBannerMs: 5000,
      inviteNoticeMs: 3000,
      chunkReloadGuardMs: 60_000,
      scrollMs: 200,
      loadingBarMs: 5000,
      notificationPollMs: 15_000,
      desktopWidthPx: 800,
    })
    const users: Record<string, [RegExp, string[]]> = {
      errorBannerMs: [/limits\.errorBannerMs/, ['web/platform/messages/banner.ts', 'web/platform/ui/Banner.tsx']],
      inviteNoticeMs: [/setTimeout\([^\n]*limits\.inviteNoticeMs\)/, ['web/app/chrome/InviteNotice.tsx']],
      chunkReloadGuardMs: [/>= limits\.chunkReloadGuardMs/, ['web/platform/navigation/load-chunk.ts']],
      scrollMs: [/limits\.scrollMs/, ['web/app/scroll.ts']],
      loadingBarMs: [/limits\.loadingBarMs/, ['web/app/loading-growth.ts']],
      loadingGrowth: [/loadingGrowth\(now - began\)/, ['web/app/chrome/LoadingBar.tsx']],
      notificationPollMs: [
        /refetchInterval:[^\n]*limits\.notificationPollMs/,
        ['web/messages/notifications/queries.ts'],
      ],
      notificationPage: [
        /limit: notificationPage/,
        ['web/messages/notifications/poll.ts', 'web/messages/notifications/queries.ts'],
      ],
      offset: [/offset \+ notificationPage/, ['web/messages/notifications/queries.ts']],
      dictionarySuggestions: [/limit: dictionarySuggestions/, ['web/forms/fields/DictionaryView.tsx']],
      desktopWidthPx: [/min-width: \$\{limits\.desktopWidthPx\}px/, ['web/app/use-desktop.ts']],
      groupPage: [/limit: groupPage, offset: \(page - 1\) \* groupPage/, ['web/programme/regional-teams/queries.ts']],
      teamsPage: [/limit: teamsPage, offset: \(page - 1\) \* teamsPage/, ['web/programme/team-formation/queries.ts']],
      refetch: [/refetchDelay\(/, ['web/stages/use-stage.ts', 'web/stages/use-stages.ts']],
      headerName: [/headerName\(/, ['web/app/chrome/HeaderUser.tsx', 'web/app/chrome/MobileMenu.tsx']],
    }
    for (const [name, [pattern, files]] of Object.entries(users))
      expect([name, holding(pattern, 'web')]).toEqual([name, files])
  })

  test('CN-01 no browser file repeats one of these numbers, except where it means something else', () => {
    const limitsFile = 'web/platform/limits.ts'
    const elsewhere: Record<number, string[]> = {
      // Pauses before retries of a save and of a request while offline, and before figures are asked for again.
      5000: [
        'web/forms/drafts/draft-keeper.ts',
        'web/platform/api/query-client.ts',
        limitsFile,
        'web/platform/messages/connection.ts',
      ],
      // Pauses before retries too; and how long a logout waits for the other tabs to save.
      3000: ['web/forms/drafts/open-drafts.ts', limitsFile, 'web/platform/messages/connection.ts'],
      15000: [limitsFile],
      120000: [],
      // A minute: how long an answer is fresh, when a generated file is released, the unit of clocks.
      60000: [
        'web/programme/bookings/slot-words.ts',
        'web/seasons/competitions/queries.ts',
        'web/help/faq/queries.ts',
        'web/messages/notifications/time-ago.ts',
        'web/platform/api/save-file.ts',
        limitsFile,
        'web/stages/StagePath/deadline.ts',
        'web/accounts/profile/queries.ts',
        'web/kinds/test/test-time.ts',
        'web/help/support/HelpHints.tsx',
        'web/help/support/queries.ts',
      ],
      180000: [],
      // How long any answer is fresh; the longest pauses while offline.
      30000: [
        'web/platform/api/query-client.ts',
        'web/forms/drafts/draft-keeper.ts',
        'web/platform/messages/connection.ts',
      ],
    }
    for (const [value, files] of Object.entries(elsewhere))
      expect([value, holding(literal(Number(value)), 'web')]).toEqual([value, files.toSorted()])
    expect(holding(/behavior: 'smooth'|scroll-behavior: smooth/, 'web')).toEqual([])
    // A step within one page scrolls to the top at once, because it is not a navigation.
    const steps = ['web/accounts/registration/RegistrationWizard.tsx', 'web/stages/WorkEditor.tsx']
    expect(holding(/window\.scrollTo\(/, 'web')).toEqual([...steps, 'web/app/scroll.ts'].toSorted())
    for (const file of steps) expect(code(file)).toMatch(/scrollTo\((?:0, 0|\{ top: 0 \})\)/)
    expect(code('web/app/scroll.ts')).not.toMatch(literal(200))
    // A style sheet cannot use a constant; it may contain no other width near this one.
    expect(holding(/\((?:min-|max-)?width[^)]*(?:79\d|80[1-7])px/, 'web')).toEqual([])
  })

  test('CN-01 the running code applies these limits', () => {
    showBanner('Проверка')
    expect(shownBanners().at(-1)?.duration).toBe(5000)
    expect([loadingGrowth(4999) < 1, loadingGrowth(5000)]).toEqual([true, 1])
    expect([scrollPosition(0, 100, 199) < 100, scrollPosition(0, 100, 200)]).toEqual([true, 100])
    expect([mayReload(59_999, 0), mayReload(60_000, 0)]).toEqual([false, true])
  })

  test('CN-01 the sizes of type are 100, 125 and 150 %, in one style sheet', () => {
    const sheet = 'web/platform/ui/accessibility.css'
    expect(
      [...code(sheet).matchAll(/data-font-size='(\w+)'\] \{\s+font-size: (\d+%)/g)].map(([, name, size]) => [
        name,
        size,
      ]),
    ).toEqual([
      ['large', '125%'],
      ['xlarge', '150%'],
    ])
    expect(holding(/font-size: 1(?:25|50)%/, 'web')).toEqual([sheet])
    const named = [...code('web/app/chrome/DisplaySettings.tsx').matchAll(/value: '(\w+)', label: '[^']*?(\d+) %'/g)]
    expect(named.map(([, name, size]) => [name, size])).toEqual([
      ['default', '100'],
      ['large', '125'],
      ['xlarge', '150'],
    ])
  })
})

describe('both sides', () => {
  test('CN-01 stages are refetched within 30 s plus a jitter of 10 to 180 s, also within 30 minutes of a date', () => {
    expect([refetchCap, refetchJitter, nearDateWindow]).toEqual([30_000, { min: 10_000, max: 180_000 }, 1_800_000])
    const now = new Date('2026-11-21T09:00:00Z')
    const stage = (ms: number | null) => ({
      status: 'processing' as const,
      startsAt: null,
      endsAt: ms === null ? null : new Date(now.getTime() + ms),
    })
    expect([refetchDelay([stage(null)], now, 0), refetchDelay([stage(null)], now, 1)]).toEqual([40_000, 210_000])
    const quiet = (ms: number) => refetchDelay([{ ...stage(ms), status: 'available' }], now, 0)
    expect([quiet(1_800_000), quiet(1_800_001)]).toEqual([40_000, null])
    expect(holding(literal(180_000), 'shared', 'server', 'web')).toEqual(['shared/stages/refetch.ts'])
  })

  test('CN-01 a name of 50 characters is cut to 47 and an ellipsis', () => {
    expect(headerNameCut).toEqual({ from: 50, to: 47 })
    expect(headerName('я'.repeat(49))).toEqual({ shown: 'я'.repeat(49), tooltip: null })
    expect(headerName('я'.repeat(50))).toEqual({ shown: `${'я'.repeat(47)}…`, tooltip: 'я'.repeat(50) })
    expect(
      holding(literal(47), 'shared', 'server', 'web').filter(
        (file) => !/themes|\.css$|Icon|StageMark|dictionaries\/data/.test(file),
      ),
    ).toEqual(['shared/platform/names/full-name.ts'])
  })

  test('CN-01 a password has 12 characters, a phone 5 to 15 digits, a year 4, in the settings 4 to 5', () => {
    expect([minPasswordLength, phoneDigits, yearDigits, settingsYearLength]).toEqual([
      12,
      { min: 5, max: 15 },
      4,
      { min: 4, max: 5 },
    ])
    expect(passwordFaults('Abcdefgh123')).toContain('too_short')
    expect(passwordFaults('Abcdefgh1234')).toEqual([])
    expect(['1234', '12345', '+123456789012345', '1234567890123456'].map(isPhone)).toEqual([false, true, true, false])
    expect(['999', '2019', '20190'].map(isYear)).toEqual([false, true, false])
    const faults = (name: string, value: string) => {
      const field = { name, label: 'Год', view: 'text' as const }
      const schema = { sections: [{ title: 'Раздел', fields: [field] }] } as unknown as Parameters<typeof validate>[0]
      return Object.keys(validate(schema, { [name]: value }, { mode: 'hand_in', now: new Date() }))
    }
    expect(['999', '2019', '20190', '201900'].map((value) => faults('education_year_settings', value).length)).toEqual([
      1, 0, 0, 1,
    ])
    expect(holding(/\{5,15\}|\bпароль[^`'\n]*\b12\b/i, 'shared', 'server', 'web')).toEqual([])
    expect(holding(/\^\\d\{4\}\$/, 'shared', 'server', 'web')).toEqual([])
  })

  test('CN-01 a picture is at least 500 by 500', () => {
    expect([minImageWidth, minImageHeight]).toEqual([500, 500])
    const image = { type: 'image/png', bytes: 1000 }
    expect(imageFault({ ...image, width: 500, height: 500 })).toBeNull()
    expect(imageFault({ ...image, width: 499, height: 500 })).toBe('image_too_small')
    expect(imageFault({ ...image, width: 500, height: 499 })).toBe('image_too_small')
    expect(holding(/500\s*[×x]\s*500/, 'shared', 'server', 'web')).toEqual([])
  })

  test('CN-01 there are five reasons to choose a mentor and two meeting formats', () => {
    expect(mentorReasons).toEqual({
      1: 'Поиск лидеров',
      2: 'Проекты и кейсы',
      3: 'Экспертиза',
      4: 'Новые инициативы',
      5: 'Взаимное обогащение',
    })
    expect(Object.keys(meetingFormats)).toEqual(['1', '2'])
    expect(Object.values(meetingFormats)).toEqual(['Очно', 'Онлайн'])
    expect(holding(/Взаимное обогащение/, 'shared', 'server', 'web')).toEqual(['shared/programme/mentors/selection.ts'])
  })

  test('CN-01 a link is https or within the portal, and data URLs are for pictures only', () => {
    expect(allowedScheme).toBe('https')
    const addresses = [
      'https://a.b/',
      'http://a.b/',
      'data:image/png;base64,AA==',
      'javascript:alert(1)',
      'mailto:a@b.c',
      '/faq',
    ]
    expect(addresses.map(isSafeLink)).toEqual([true, false, false, false, false, true])
    expect(addresses.map(isSafePicture)).toEqual([false, false, true, false, false, true])
  })
})

describe('the server', () => {
  test('CN-01 a code is sent again after 120000 ms', async () => {
    expect(repeatSeconds * 1000).toBe(120_000)
    const sent = new Date('2026-11-21T09:00:00Z')
    for (const channel of ['sms', 'email'] as const) expect(waitFor([sent], recipientLimits[channel], sent)).toBe(120)
    const person = await aPerson(app)
    const answer = await app.call('POST /auth/login/restore', { body: { username: person.email } })
    expect(answer.body.repeat_after).toBe(120)
    expect(
      holding(literal(120_000), 'shared', 'server').filter(
        (file) => file !== 'server/platform/db/embedded/embedded.ts',
      ),
    ).toEqual([])
  })

  test('CN-01 notifications come by ten, suggestions by ten, regional teams by ten, formed teams by nine', async () => {
    expect([notificationPage, dictionarySuggestions, groupPage, teamsPage]).toEqual([10, 10, 10, 9])
    const region = '1600000000000'
    const { code: competition } = await aCompetition(app.db, {
      teams: { type: 'teams_forming', view: regionalView },
    })
    const names = Object.fromEntries(Array.from({ length: 11 }, (_none, at) => [`Команда ${at}`, 1]))
    await aRegionalGroup(app.db, { competitionCode: competition, region, teams: names })
    const { id, token } = await aPerson(app)
    const joined_at = app.clock.now()
    await app.db
      .insertInto('participations')
      .values({ account_id: id, competition_code: competition, door: 'participant', region, joined_at })
      .execute()
    await app.db
      .insertInto('notifications')
      .values(
        Array.from({ length: 11 }, (_none, at) => ({
          account_id: id,
          title: `Новость ${at}`,
          text: '',
          payload: '',
          created_at: joined_at,
        })),
      )
      .execute()
    const group = await app.call('GET /user/:code/regional_teams/my-group', { token, params: { code: competition } })
    expect([group.body.teams.length, group.body.count]).toEqual([10, 11])
    const news = await app.call('GET /user/notifications', { token, query: { status: 'unread' } })
    expect([news.body.notifications.length, news.body.count]).toEqual([10, 11])
    const regions = { params: { dict: 'regions' }, token }
    expect((await app.call('GET /dictionaries/:dict', regions)).body.items.length).toBe(10)
    expect((await app.call('GET /dictionaries/:dict', { ...regions, query: { limit: 11 } })).status).toBe(400)
    const stage = await aTeamStage(app, { size_max: 1 })
    for (let at = 0; at < 10; at += 1) await stage.team(await stage.person(), `Десять ${at}`)
    const teams = await stage.list(await stage.person())
    expect([teams.body.teams.length, teams.body.count]).toEqual([9, 10])
    expect((await stage.list(await stage.person(), { limit: 10 })).status).toBe(400)
    for (const file of [
      'messages/notifications',
      'forms/dictionaries',
      'programme/regional-teams',
      'programme/team-formation',
    ])
      expect([file, /limit:[^\n]*default: \d/.test(code(`shared/${file}/routes.ts`))]).toEqual([file, false])
  })
})
