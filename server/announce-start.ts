import type { Config } from '#server/platform/config/config.ts'

const demoAccounts = [
  ['participant@demo.test', 'участник, только зарегистрирован'],
  ['finalist@demo.test', 'участник, прошёл далеко'],
  ['captain@demo.test', 'капитан команды'],
  ['mentor@demo.test', 'наставник'],
  ['assessor@demo.test', 'эксперт'],
  ['editor@demo.test', 'редактор справки'],
  ['admin@demo.test', 'организатор, все права'],
]

const silenceInWords = (silent: Config['silent']) =>
  silent.length === 2
    ? 'Письма и СМС не уходят и ждут: не заданы SMTP_URL и SMS_URL'
    : silent[0] === 'email'
      ? 'Письма не уходят и ждут: не задана SMTP_URL'
      : 'СМС не уходят и ждут: не задана SMS_URL'

/** The last lines of a start: the address and, in the demo, the accounts. */
export function announceStart(
  config: Config,
  firstAdministrator: string | null,
  print: (line: string) => void = console.log,
): void {
  const address = `${config.tls ? 'https' : 'http'}://${config.host === '0.0.0.0' ? 'localhost' : config.host}:${config.port}`
  print(`\nПортал открыт: ${address}`)
  if (firstAdministrator) {
    print('\nАдминистратора ещё нет. Создайте его по этой ссылке; она действует сутки и только один раз:')
    print(`  ${firstAdministrator}\n`)
  }
  if (config.silent.length > 0) print(`\n${silenceInWords(config.silent)} (docs/settings.md).`)
  if (!config.demo) return
  print('\nДемонстрационные входы (пароль у всех: Demo-Leader-2026):')
  for (const [email = '', who] of demoAccounts) print(`  ${email.padEnd(24)} ${who}`)
  if (config.outbox) print(`\nПисьма и СМС не уходят, а складываются здесь: ${address}/dev/outbox`)
  print('Остановить: Ctrl+C\n')
}
