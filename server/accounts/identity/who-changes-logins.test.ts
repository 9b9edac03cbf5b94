import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What decides who can log in as whom. */
const login =
  /\b(email|phone|password_hash|second_factor|totp_secret|recovery_codes|merged_into|enters_as|disabled_at)\b/

/** Statements that write an account's login, by file. */
function writers(): string[] {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => file.endsWith('.ts') && !/test|testing|conformance/.test(file))
    .filter((file) => {
      const text = readFileSync(`server/${file}`, 'utf8')
      const statements = [
        ...text.matchAll(/updateTable\('accounts'\)[\s\S]*?\.execute/g),
        ...text.matchAll(/update accounts\b[\s\S]*?`/g),
        ...text.matchAll(/(insertInto|deleteFrom)\('state_service_links'\)[\s\S]*?\.execute/g),
      ]
      return statements.some(([statement]) => /state_service_links/.test(statement) || login.test(statement))
    })
    .sort()
}

test('R-79 only the owner, by password, code or letter, and identity acts change who can log in to an account', () => {
  const byTheOwner = [
    ...['change-email', 'change-password', 'change-phone', 'change-second-factor', 'forget-state-service', 'login'],
    ...['recovery-codes', 'restore-password'],
  ].map((name) => `accounts/auth/${name}.ts`)
  const identityActs = ['merge-accounts', 'merge-kind', 'undo-merge'].map((name) => `accounts/duplicates/${name}.ts`)
  expect(writers()).toEqual([...byTheOwner, ...identityActs, 'accounts/state-service/links.ts'].sort())
})
