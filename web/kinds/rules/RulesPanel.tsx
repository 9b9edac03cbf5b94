import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { textOf } from '#shared/forms/fields/field.ts'
import { versionForm } from '#shared/kinds/rules/version-form.ts'
import { numbered } from '#shared/platform/text/unbroken.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'
import { api } from '#web/platform/api/portal-api.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { DataTable } from '#web/platform/ui/DataTable.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { useRight } from '#web/seasons/console/rights.ts'
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
      id="editions"
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
        {({ versions, text, waiting }) => (
          <>
            {versions.length === 0 ? (
              <p className={styles.quiet}>Текста ещё нет: участникам нечего принимать.</p>
            ) : (
              <DataTable
                label="Редакции правил"
                rows={versions}
                keyOf={({ version }) => version}
                columns={[
                  {
                    title: 'Редакция',
                    cell: ({ version, requires_reaccept }) => (
                      <>
                        {numbered(version)}
                        {!requires_reaccept && <span className={styles.quiet}>, заново не принимают</span>}
                      </>
                    ),
                  },
                  { title: 'Действует с', cell: ({ effective_from }) => momentOf(effective_from) },
                  { title: 'Приняли', kind: 'number', value: ({ accepted }) => accepted },
                  { title: 'Отклонили', kind: 'number', value: ({ rejected }) => rejected },
                ]}
              />
            )}
            {versions.length > 0 && <Waiting place={place} waiting={waiting} />}
            {writing && (
              <FormDialog
                title={`Редакция ${numbered((versions[0]?.version ?? 0) + 1)}`}
                size="l"
                form={versionForm}
                answer={{ text, requires_reaccept: true }}
                act="Опубликовать редакцию"
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
                  showBanner(`Редакция ${numbered(saved.versions[0]?.version ?? 1)} опубликована`, 'success')
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

/** People who have not accepted the rules: their number, a reminder to them, and the evidence of the others. */
function Waiting({ place, waiting }: { place: StagePanelProps; waiting: number }) {
  const queries = useQueryClient()
  const remind = useMutation({
    mutationFn: () => api('POST /admin/competitions/:competition/stages/:code/rules/reminder', { params: place }),
    onSuccess: (known) => {
      queries.setQueryData(versionsQuery(place).queryKey, known)
      showBanner('Напоминание отправлено', 'success')
    },
  })
  const people = counted(waiting, 'участник', 'участника', 'участников')
  const reports = useRight('reports')
  return (
    <div className={styles.waiting}>
      <p role="status">
        {waiting === 0 ? 'Действующую редакцию приняли все.' : `Не приняли действующую редакцию: ${people}.`}
      </p>
      <FailureNotice error={remind.error} />
      <div className={styles.row}>
        {waiting > 0 && (
          <Button kind="secondary" size="s" pending={remind.isPending} onClick={() => remind.mutate()}>
            Напомнить им
          </Button>
        )}
        {reports && (
          <PortalLink to={`/admin/${place.competition}/exports`} alone>
            Выгрузить ответы с временем, IP-адресом и хешем текста
          </PortalLink>
        )}
      </div>
    </div>
  )
}

function momentOf(wire: string): string {
  const moment = parseWire(wire)
  return moment ? showDateTime(moment) : wire
}
