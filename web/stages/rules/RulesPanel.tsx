import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { textOf } from '#shared/forms/field.ts'
import { versionForm } from '#shared/stages/rules/version-form.ts'
import { parseWire, showDateTime } from '#shared/time/moscow.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { versionsQuery } from './panel-queries.ts'
import styles from './RulesPanel.module.css'

/** The versions of the rules: what was published, who answered it, and the way to the next one. */
export default function RulesPanel({ competition, code }: StagePanelProps) {
  const place = { competition, code }
  const query = useQuery(versionsQuery(place))
  const queries = useQueryClient()
  const [writing, setWriting] = useState(false)
  return (
    <Panel
      title="Редакции правил"
      actions={
        query.data && (
          <Button kind="secondary" size="s" onClick={() => setWriting(true)}>
            Новая редакция
          </Button>
        )
      }
    >
      <QueryStates of={[query]} loading="Загружаем редакции…" failed="Редакции не загрузились" height="6rem" level={3}>
        {({ versions, text }) => (
          <>
            {versions.length === 0 ? (
              <p className={styles.quiet}>Текста ещё нет: участникам нечего принимать.</p>
            ) : (
              <table className={styles.table}>
                <thead>
                  <tr>
                    <th scope="col">Редакция</th>
                    <th scope="col">Действует с</th>
                    <th scope="col">Приняли</th>
                    <th scope="col">Отклонили</th>
                  </tr>
                </thead>
                <tbody>
                  {versions.map(({ version, effective_from, requires_reaccept, accepted, rejected }) => (
                    <tr key={version}>
                      <th scope="row">
                        № {version}
                        {!requires_reaccept && <span className={styles.quiet}>, заново не принимают</span>}
                      </th>
                      <td>{momentOf(effective_from)}</td>
                      <td>{accepted}</td>
                      <td>{rejected}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
            {writing && (
              <FormDialog
                title={`Редакция № ${(versions[0]?.version ?? 0) + 1}`}
                size="l"
                form={versionForm}
                answer={{ text, requires_reaccept: true }}
                action="Опубликовать редакцию"
                send={(answer) =>
                  api('POST /admin/competitions/:competition/stages/:code/rules', {
                    params: place,
                    body: {
                      after: versions[0]?.version ?? 0,
                      text: textOf(answer.text),
                      effective_from: textOf(answer.effective_from) || null,
                      requires_reaccept: answer.requires_reaccept === true,
                    },
                  })
                }
                onDone={(saved) => {
                  queries.setQueryData(versionsQuery(place).queryKey, saved)
                  for (const queryKey of [
                    ['console', competition, 'stages'],
                    ['console', competition, 'audit'],
                    ['stages'],
                    ['stage'],
                  ])
                    void queries.invalidateQueries({ queryKey })
                  showBanner(`Редакция № ${saved.versions[0]?.version ?? 1} опубликована`, 'success')
                  setWriting(false)
                }}
                onClose={() => setWriting(false)}
              />
            )}
          </>
        )}
      </QueryStates>
    </Panel>
  )
}

function momentOf(wire: string): string {
  const moment = parseWire(wire)
  return moment ? showDateTime(moment) : wire
}
