import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { entryCodeForm, entryCodesPage } from '#shared/accounts/registration/entry-code.ts'
import { textOf } from '#shared/forms/fields/field.ts'
import { numbered, outOf } from '#shared/platform/text/unbroken.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'
import { showBanner } from '#web/platform/messages/banner.ts'
import { useList } from '#web/platform/navigation/use-list.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { countOf, PagedList } from '#web/platform/ui/PagedList.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { words } from '#web/platform/ui/words.ts'
import { ConsoleLink } from '#web/seasons/console/ConsoleLink.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import styles from './Console.module.css'
import { codesQuery, type EntryCode, useCodeCalls } from './console-queries.ts'

/** Codes that open a closed registration: create and revoke them, and see who has used them. */
export function EntryCodesPanel({ place }: { place: StagePanelProps }) {
  const list = useList('codes', {})
  const [making, setMaking] = useState(false)
  const [revoking, setRevoking] = useState<EntryCode | null>(null)
  const query = useQuery(codesQuery(place, list.asked.page))
  const calls = useCodeCalls(place)
  return (
    <Panel
      id="codes"
      title="Коды позднего входа"
      says={query.data?.count === 0 ? 'Кодов пока нет' : countOf(query, 'код', 'кода', 'кодов')}
      open={making}
      read
      actions={
        <Button kind="secondary" size="s" onClick={() => setMaking(true)}>
          Выдать код
        </Button>
      }
    >
      <PagedList
        of={query}
        list={list}
        size={entryCodesPage}
        loading="Загружаем коды…"
        failed="Коды не загрузились"
        level={3}
        label="Страницы кодов"
        empty={<p>Кодов пока нет. По коду можно подать заявку, когда регистрация уже закрыта.</p>}
      >
        {({ codes }) => (
          <ul className={styles.rows} aria-label="Коды позднего входа">
            {codes.map((code) => (
              <CodeRow key={code.id} place={place} code={code} onRevoke={() => setRevoking(code)} />
            ))}
          </ul>
        )}
      </PagedList>
      {making && (
        <FormDialog
          title="Код позднего входа"
          form={entryCodeForm}
          answer={{ uses: '1' }}
          act="Выдать код"
          send={(answer) =>
            calls.make({
              reason: textOf(answer.reason),
              uses: Number(textOf(answer.uses)),
              expires_at: textOf(answer.expires_at),
              email: textOf(answer.email).trim() || null,
            })
          }
          onDone={({ codes: [made] }) => {
            list.ask({})
            if (made) showBanner(`Код выдан: ${made.code}`, 'success')
          }}
          onClose={() => setMaking(false)}
        />
      )}
      {revoking && (
        <Confirm
          title={`Отозвать код ${revoking.code}?`}
          act="Отозвать"
          danger
          send={() => calls.revoke(revoking.id)}
          onDone={() => showBanner('Код отозван', 'success')}
          onClose={() => setRevoking(null)}
        >
          <p>Больше по нему никто не войдёт. Кто уже подал заявку, останется. {words.forever}</p>
        </Confirm>
      )}
    </Panel>
  )
}

const states: Record<EntryCode['state'], { look: 'done' | 'neutral'; words: string }> = {
  valid: { look: 'done', words: 'Действует' },
  used: { look: 'neutral', words: 'Использован' },
  expired: { look: 'neutral', words: 'Срок прошёл' },
  revoked: { look: 'neutral', words: 'Отозван' },
}

const moment = (wire: string) => {
  const at = parseWire(wire)
  return at ? showDateTime(at) : ''
}

function CodeRow({ place, code, onRevoke }: { place: StagePanelProps; code: EntryCode; onRevoke: () => void }) {
  const { look, words } = states[code.state]
  const used = code.uses - code.uses_left
  return (
    <li className={styles.row}>
      <div>
        <span className={styles.actions}>
          <code className={styles.code}>{code.code}</code> <StatusBadge look={look}>{words}</StatusBadge>
        </span>
        <span>{code.reason}</span>
        <span className={styles.quiet}>
          До <Moments text={`${moment(code.expires_at)} по Москве`} />
          {code.email && `, только для ${code.email}`}. Вошли:{' '}
          {outOf(used, counted(code.uses, 'места', 'мест', 'мест'))}. Выдан <Moments text={moment(code.given_at)} />
          {code.given_by && `, ${code.given_by}`}.
        </span>
        {code.used.length > 0 && (
          <ul className={styles.list}>
            {code.used.map(({ test_id, at }) => (
              <li key={test_id}>
                <ConsoleLink competition={place.competition} to={`/admin/${place.competition}/people/${test_id}`}>
                  Участник {numbered(test_id)}
                </ConsoleLink>
                , <Moments text={moment(at)} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {code.state === 'valid' && (
        <Button kind="quiet" size="s" aria-label={`Отозвать код ${code.code}`} onClick={onRevoke}>
          Отозвать
        </Button>
      )}
    </li>
  )
}
