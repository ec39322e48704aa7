import { useTranslation } from '@/i18n/use-translation.ts';
import { normalise } from '@/lib/normalise.ts';
import { Combobox } from '@/ui/combobox.tsx';
import { Field } from '@/ui/field.tsx';

/** ISO 3166 codes; the countries most users are in come first. */
const countries = (
  'EG SA AE KW QA BH OM JO LB IQ PS SY YE LY SD TN DZ MA MR DJ SO KM ' +
  'AD AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DK DM DO EC EE EH ER ES ET ' +
  'FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IR IS IT JE JM JP KE KG KH KI KN KP KR KY KZ LA LC LI LK LR LS LT LU LV MC MD ME MF MG ' +
  'MH MK ML MM MN MO MP MQ MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ PA PE PF PG PH PK PL PM PN PR PT PW PY RE RO RS RU RW SB SC SE SG SH SI SJ SK SL SM SN SR SS ST SV SX SZ TC TD TF TG TH ' +
  'TJ TK TL TM TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YT ZA ZM ZW'
).split(' ');

interface CountryFieldProps {
  label: string;
  hint: string;
  value: string;
  onChange: (value: string) => void;
  disabled: boolean;
}

/** The country of the business, in the user's language. */
export function CountryField({ label, hint, value, onChange, disabled }: CountryFieldProps) {
  const { i18n } = useTranslation();
  const names = new Intl.DisplayNames(i18n.language, { type: 'region' });
  const option = (code: string) => ({ value: code, label: names.of(code) ?? code });
  const search = (words: string) => {
    const searched = normalise(words);
    return Promise.resolve(
      countries
        .map(option)
        .filter((country) => country.value.toLowerCase() === searched || normalise(country.label).includes(searched))
        .slice(0, 50),
    );
  };
  return (
    <Field label={label} hint={hint}>
      <Combobox
        value={value ? option(value) : null}
        onChange={(chosen) => chosen && onChange(chosen.value)}
        search={search}
        disabled={disabled}
      />
    </Field>
  );
}
