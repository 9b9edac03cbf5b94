import { type RawBuilder, sql } from 'kysely'

/** Questions of an application or of a form that ask where the person lives, nearer than the region. */
const townFields = ['city', 'town', 'settlement', 'locality', 'municipality']
const addressFields = ['address', 'registration_address', 'residence_address', 'home_address']

/** What people write before the name of a place, a street or a house, or leave out. */
const kindsOfPlace =
  '(город|гор|г|поселок|пос|п|пгт|село|с|деревня|дер|д|улица|ул|проспект|пр|дом|корпус|корп|квартира|кв)'

const plainPlace = (text: RawBuilder<unknown>) =>
  sql`btrim(regexp_replace(regexp_replace(
    regexp_replace(translate(lower(${text}), 'ё', 'е'), '[^[:alnum:]]+', ' ', 'g'),
    ${`\\m${kindsOfPlace}\\M`}, ' ', 'g'), ' +', ' ', 'g'))`

/**
 * A query of accounts with the places where they live, as they have named them in applications and forms, written alike. A
 * place is `listed` when it was chosen from the list of towns: two of these that differ are two towns, while the same town may
 * be typed in many ways. `of` says whose: `in (…)`.
 */
export const homesOf = (of: RawBuilder<unknown>) => sql`
  select told.account_id, array_agg(distinct told.what || ' ' || told.place) as places, bool_or(told.listed) as listed
  from (
    select said.account_id, q.what, q.what = 'town' and jsonb_typeof(said.data -> q.name) = 'object' as listed,
      ${plainPlace(sql`coalesce(said.data -> q.name ->> 'value', said.data ->> q.name)`)} as place
    from (
      select i.account_id, i.data from applications i where i.account_id ${of}
      union all
      select i.account_id, h.data
      from works i join stages f on f.id = i.stage_id and f.type = 'form' join hand_ins h on h.id = i.hand_in_id
      where i.account_id ${of}
    ) as said,
      unnest(${[...townFields, ...addressFields]}::text[],
        ${[...townFields.map(() => 'town'), ...addressFields.map(() => 'address')]}::text[]) as q (name, what)
    where said.data ? q.name
  ) as told
  where told.place <> ''
  group by told.account_id`
