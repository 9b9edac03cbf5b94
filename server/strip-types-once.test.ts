import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const hook = fileURLToPath(new URL('../bin/strip-types-once.mjs', import.meta.url))

test('a file is stripped of its types once, and again only when it has changed', () => {
  const root = mkdtempSync(join(tmpdir(), 'portal-types-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(join(root, 'bin'))
  copyFileSync(hook, join(root, 'bin', 'hook.mjs'))
  writeFileSync(join(root, 'package.json'), '{"type":"module"}')
  const write = (text: string) => writeFileSync(join(root, 'said.ts'), `export const said: string = '${text}'\n`)
  writeFileSync(join(root, 'main.ts'), `import { said } from './said.ts'\nconsole.log(said as string)\n`)
  const run = () => {
    const args = ['--disable-warning=ExperimentalWarning', '--import', join(root, 'bin', 'hook.mjs'), 'main.ts']
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
    return { said: stdout.trim(), stderr }
  }
  const kept = join(root, 'dist', 'javascript', 'said.ts.js')

  write('первое')
  expect(run()).toEqual({ said: 'первое', stderr: '' })
  expect(readFileSync(kept, 'utf8')).toMatch(/^export const said {9}= 'первое'\n\n\/\/ \S{43}$/)

  // The cached output runs while the source is unchanged.
  writeFileSync(kept, readFileSync(kept, 'utf8').replace('первое', 'прежнее'))
  expect(run()).toEqual({ said: 'прежнее', stderr: '' })
  write('второе')
  expect(run()).toEqual({ said: 'второе', stderr: '' })

  // A cached file that was written only in part is not used.
  writeFileSync(kept, readFileSync(kept, 'utf8').slice(0, 30))
  expect(run()).toEqual({ said: 'второе', stderr: '' })

  // Nothing can be cached when a file takes the place of the folder.
  rmSync(join(root, 'dist'), { recursive: true })
  writeFileSync(join(root, 'dist'), '')
  expect(run()).toEqual({ said: 'второе', stderr: '' })
})
