import { type RawBuilder, sql } from 'kysely'

/** Questions of an application or a form that ask for a home more exactly than the region. */
const townFields = ['city', 'town', 'settlement', 'locality', 'municipality']
const addressFields = ['address', 'registration_address', 'residence_address', 'home_address']

/** Words and abbreviations that people write or leave out before the name of a place, a street or a house. */
const kindsOfPlace =
  '(город|гор|г|поселок|пос|п|пгт|село|с|деревня|дер|д|улица|ул|проспект|пр|дом|корпус|корп|квартира|кв)'

const plainPlace = (text: RawBuilder<unknown>) =>
  sql`btrim(regexp_replace(regexp_replace(
    regexp_replace(translate(lower(${text}), 'ё', 'е'), '[^[:alnum:]]+', ' ', 'g'),
    ${`\\m${kindsOfPlace}\\M`}, ' ', 'g'), ' +', ' ', 'g'))`

/**
 * A query of accounts with the homes that they have named in applications and forms, in normalised spelling. A home is
 * `listed` when its town was chosen from the list: two different listed towns are two towns, while a typed town may
 * have many spellings. `of` limits the accounts: `in (…)`.
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
