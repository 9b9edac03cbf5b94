import { useState } from 'react'
import { inPoints } from '#shared/review/cutoffs/letters.ts'
import type { Rule } from '#shared/review/cutoffs/rule.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import type { Workbench } from './queries.ts'
import type { Draft, useWorkbench } from './use-workbench.ts'

/** Two organisers have changed one variant: the later one sees what is different, and chooses. */
export function ConflictNotice({ bench }: { bench: ReturnType<typeof useWorkbench> }) {
  const [other, setOther] = useState<Workbench | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  return (
    <Notice
      tone="warning"
      role="alert"
      title={other ? `Вариант сохранил другой организатор: ${other.saved_by}` : 'Вариант сохранил другой организатор'}
      actions={
        other ? (
          <>
            <Button size="s" onClick={() => bench.take(other)}>
              Взять его правки
            </Button>
            <Button size="s" kind="secondary" onClick={() => bench.keep(other)}>
              Сохранить мои
            </Button>
          </>
        ) : (
          <Button size="s" onClick={() => bench.other().then(setOther, setFailure)}>
            Показать, что изменилось
          </Button>
        )
      }
    >
      {other ? (
        <ul>
          {differences(bench.draft, other).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : (
        'Ваши правки остались на странице и пока не сохранены.'
      )}
      <FailureNotice error={failure} />
    </Notice>
  )
}

const parts: [name: string, of: (draft: Draft) => string][] = [
  ['Название', ({ title }) => title],
  ['Черта', ({ rule }) => (rule.line === 'places' ? `мест ${rule.places}` : `от ${inPoints(rule.score)}`)],
  ['Список ожидания', ({ rule }) => String(rule.waiting)],
  ['Равные баллы', ({ rule }) => ({ ask: 'решить позже', in: 'проходят все', out: 'не проходит никто' })[rule.ties]],
  ['Выше при равном балле', ({ rule }) => rule.tie_stage || 'никто'],
  ['Балл', ({ rule }) => sum(rule.scores)],
  [
    'Второй список',
    ({ rule }) => (rule.second.places === 0 ? 'нет' : `${rule.second.places}, ${sum(rule.second.scores)}`),
  ],
  [
    'Квоты',
    ({ rule }) =>
      rule.quotas.map(({ of, least, most }) => `${of || 'каждый'} ${least}–${most || '∞'}`).join('; ') || 'нет',
  ],
  ['Треки', ({ rule }) => rule.tracks.join(', ') || 'все'],
  ['Нет балла', ({ rule }) => (rule.missing === 'zero' ? '0' : 'без итога')],
  ['Письма', ({ letters }) => `${letters.passed.length + letters.waiting.length + letters.failed.length} знаков`],
]
const sum = (scores: Rule['scores']) => scores.map(({ stage, weight }) => `${stage} × ${inPoints(weight)}`).join(' + ')

function differences(mine: Draft, theirs: Draft): string[] {
  const different = parts.flatMap(([name, of]) =>
    of(mine) === of(theirs) ? [] : [`${name}: у вас ${of(mine)}, сохранено ${of(theirs)}`],
  )
  return different.length > 0 ? different : ['Правило то же самое, другие тексты писем']
}
