-- What a country proposes for a business there. Currencies, their decimals and the first day of the week are from CLDR
-- 48.2, time zones from tzdata 2025b, standard rates of value added tax from PwC's Worldwide Tax Summaries. A rate is
-- empty where there is no such tax or no dependable source; the client then asks.

create table private.countries (
  code text primary key,
  currency text,
  currency_decimals smallint,
  time_zone text,
  first_day_of_week smallint not null,
  tax_percentage numeric,
  tax_number_form text,
  wallets jsonb not null default '[]'
);
comment on table private.countries is 'The countries of ISO 3166 and what each proposes for a business.';
comment on column private.countries.time_zone is 'Empty where a country has several.';
comment on column private.countries.first_day_of_week is '0 is Sunday.';
comment on column private.countries.tax_percentage is 'The standard rate of its value added tax.';
comment on column private.countries.tax_number_form is
  'The form of a tax number written without spaces and separators, as a regular expression.';
comment on column private.countries.wallets is 'Usual payment methods besides cash and cards, [{name, name_ar}].';

-- 'country currency decimals zone first-day', - for unknown.
insert into private.countries (code, currency, currency_decimals, time_zone, first_day_of_week)
select parts[1], nullif(parts[2], '-'), nullif(parts[3], '-')::smallint, nullif(parts[4], '-'), parts[5]::smallint
from regexp_split_to_table(
    'AD EUR 2 Europe/Andorra 1, AE AED 2 Asia/Dubai 1, AF AFN 0 Asia/Kabul 6, AG XCD 2 America/Antigua 0, '
    'AI XCD 2 America/Anguilla 1, AL ALL 0 Europe/Tirane 1, AM AMD 2 Asia/Yerevan 1, AO AOA 2 Africa/Luanda 1, '
    'AQ - - - 1, AR ARS 2 - 1, AS USD 2 Pacific/Pago_Pago 0, AT EUR 2 Europe/Vienna 1, AU AUD 2 - 1, '
    'AW AWG 2 America/Aruba 1, AX EUR 2 Europe/Mariehamn 1, AZ AZN 2 Asia/Baku 1, BA BAM 2 Europe/Sarajevo 1, '
    'BB BBD 2 America/Barbados 1, BD BDT 2 Asia/Dhaka 0, BE EUR 2 Europe/Brussels 1, '
    'BF XOF 0 Africa/Ouagadougou 1, BG EUR 2 Europe/Sofia 1, BH BHD 3 Asia/Bahrain 6, BI BIF 0 Africa/Bujumbura 1, '
    'BJ XOF 0 Africa/Porto-Novo 1, BL EUR 2 America/St_Barthelemy 1, BM BMD 2 Atlantic/Bermuda 1, '
    'BN BND 2 Asia/Brunei 1, BO BOB 2 America/La_Paz 1, BQ USD 2 America/Kralendijk 1, BR BRL 2 - 0, '
    'BS BSD 2 America/Nassau 0, BT BTN 2 Asia/Thimphu 0, BV NOK 2 - 1, BW BWP 2 Africa/Gaborone 0, '
    'BY BYN 2 Europe/Minsk 1, BZ BZD 2 America/Belize 0, CA CAD 2 - 0, CC AUD 2 Indian/Cocos 1, CD CDF 2 - 1, '
    'CF XAF 0 Africa/Bangui 1, CG XAF 0 Africa/Brazzaville 1, CH CHF 2 Europe/Zurich 1, CI XOF 0 Africa/Abidjan 1, '
    'CK NZD 2 Pacific/Rarotonga 1, CL CLP 0 America/Santiago 1, CM XAF 0 Africa/Douala 1, '
    'CN CNY 2 Asia/Shanghai 1, CO COP 0 America/Bogota 0, CR CRC 2 America/Costa_Rica 1, '
    'CU CUP 2 America/Havana 1, CV CVE 2 Atlantic/Cape_Verde 1, CW XCG 2 America/Curacao 1, '
    'CX AUD 2 Indian/Christmas 1, CY EUR 2 - 1, CZ CZK 2 Europe/Prague 1, DE EUR 2 Europe/Berlin 1, '
    'DJ DJF 0 Africa/Djibouti 6, DK DKK 2 Europe/Copenhagen 1, DM XCD 2 America/Dominica 0, '
    'DO DOP 2 America/Santo_Domingo 0, DZ DZD 2 Africa/Algiers 6, EC USD 2 America/Guayaquil 1, '
    'EE EUR 2 Europe/Tallinn 1, EG EGP 2 Africa/Cairo 6, EH MAD 2 Africa/El_Aaiun 1, ER ERN 2 Africa/Asmara 1, '
    'ES EUR 2 Europe/Madrid 1, ET ETB 2 Africa/Addis_Ababa 0, FI EUR 2 Europe/Helsinki 1, FJ FJD 2 Pacific/Fiji 1, '
    'FK FKP 2 Atlantic/Stanley 1, FM USD 2 - 1, FO DKK 2 Atlantic/Faroe 1, FR EUR 2 Europe/Paris 1, '
    'GA XAF 0 Africa/Libreville 1, GB GBP 2 Europe/London 1, GD XCD 2 America/Grenada 1, GE GEL 2 Asia/Tbilisi 1, '
    'GF EUR 2 America/Cayenne 1, GG GBP 2 Europe/Guernsey 1, GH GHS 2 Africa/Accra 1, GI GIP 2 Europe/Gibraltar 1, '
    'GL DKK 2 - 1, GM GMD 2 Africa/Banjul 1, GN GNF 0 Africa/Conakry 1, GP EUR 2 America/Guadeloupe 1, '
    'GQ XAF 0 Africa/Malabo 1, GR EUR 2 Europe/Athens 1, GS GBP 2 Atlantic/South_Georgia 1, '
    'GT GTQ 2 America/Guatemala 0, GU USD 2 Pacific/Guam 0, GW XOF 0 Africa/Bissau 1, GY GYD 2 America/Guyana 1, '
    'HK HKD 2 Asia/Hong_Kong 0, HM AUD 2 - 1, HN HNL 2 America/Tegucigalpa 0, HR EUR 2 Europe/Zagreb 1, '
    'HT HTG 2 America/Port-au-Prince 1, HU HUF 0 Europe/Budapest 1, ID IDR 0 - 0, IE EUR 2 Europe/Dublin 1, '
    'IL ILS 2 Asia/Jerusalem 0, IM GBP 2 Europe/Isle_of_Man 1, IN INR 2 Asia/Kolkata 0, IO USD 2 Indian/Chagos 1, '
    'IQ IQD 0 Asia/Baghdad 6, IR IRR 0 Asia/Tehran 6, IS ISK 0 Atlantic/Reykjavik 0, IT EUR 2 Europe/Rome 1, '
    'JE GBP 2 Europe/Jersey 1, JM JMD 2 America/Jamaica 0, JO JOD 3 Asia/Amman 6, JP JPY 0 Asia/Tokyo 0, '
    'KE KES 2 Africa/Nairobi 0, KG KGS 2 Asia/Bishkek 1, KH KHR 2 Asia/Phnom_Penh 0, KI AUD 2 - 1, '
    'KM KMF 0 Indian/Comoro 1, KN XCD 2 America/St_Kitts 1, KP KPW 0 Asia/Pyongyang 1, KR KRW 0 Asia/Seoul 0, '
    'KW KWD 3 Asia/Kuwait 6, KY KYD 2 America/Cayman 1, KZ KZT 2 - 1, LA LAK 0 Asia/Vientiane 0, '
    'LB LBP 0 Asia/Beirut 1, LC XCD 2 America/St_Lucia 1, LI CHF 2 Europe/Vaduz 1, LK LKR 2 Asia/Colombo 1, '
    'LR LRD 2 Africa/Monrovia 1, LS ZAR 2 Africa/Maseru 1, LT EUR 2 Europe/Vilnius 1, '
    'LU EUR 2 Europe/Luxembourg 1, LV EUR 2 Europe/Riga 1, LY LYD 3 Africa/Tripoli 6, '
    'MA MAD 2 Africa/Casablanca 1, MC EUR 2 Europe/Monaco 1, MD MDL 2 Europe/Chisinau 1, '
    'ME EUR 2 Europe/Podgorica 1, MF EUR 2 America/Marigot 1, MG MGA 0 Indian/Antananarivo 1, '
    'MH USD 2 Pacific/Majuro 0, MK MKD 2 Europe/Skopje 1, ML XOF 0 Africa/Bamako 1, MM MMK 0 Asia/Yangon 0, '
    'MN MNT 2 - 1, MO MOP 2 Asia/Macau 0, MP USD 2 Pacific/Saipan 1, MQ EUR 2 America/Martinique 1, '
    'MR MRU 2 Africa/Nouakchott 1, MS XCD 2 America/Montserrat 1, MT EUR 2 Europe/Malta 0, '
    'MU MUR 2 Indian/Mauritius 1, MV MVR 2 Indian/Maldives 5, MW MWK 2 Africa/Blantyre 1, MX MXN 2 - 0, '
    'MY MYR 2 Asia/Kuala_Lumpur 1, MZ MZN 2 Africa/Maputo 0, NA NAD 2 Africa/Windhoek 1, '
    'NC XPF 0 Pacific/Noumea 1, NE XOF 0 Africa/Niamey 1, NF AUD 2 Pacific/Norfolk 1, NG NGN 2 Africa/Lagos 1, '
    'NI NIO 2 America/Managua 0, NL EUR 2 Europe/Amsterdam 1, NO NOK 2 Europe/Oslo 1, NP NPR 2 Asia/Kathmandu 0, '
    'NR AUD 2 Pacific/Nauru 1, NU NZD 2 Pacific/Niue 1, NZ NZD 2 Pacific/Auckland 1, OM OMR 3 Asia/Muscat 6, '
    'PA PAB 2 America/Panama 0, PE PEN 2 America/Lima 0, PF XPF 0 - 1, PG PGK 2 - 1, PH PHP 2 Asia/Manila 0, '
    'PK PKR 0 Asia/Karachi 0, PL PLN 2 Europe/Warsaw 1, PM EUR 2 America/Miquelon 1, PN NZD 2 Pacific/Pitcairn 1, '
    'PR USD 2 America/Puerto_Rico 0, PS ILS 2 Asia/Hebron 1, PT EUR 2 Europe/Lisbon 0, PW USD 2 Pacific/Palau 1, '
    'PY PYG 0 America/Asuncion 0, QA QAR 2 Asia/Qatar 6, RE EUR 2 Indian/Reunion 1, RO RON 2 Europe/Bucharest 1, '
    'RS RSD 2 Europe/Belgrade 1, RU RUB 2 - 1, RW RWF 0 Africa/Kigali 1, SA SAR 2 Asia/Riyadh 0, '
    'SB SBD 2 Pacific/Guadalcanal 1, SC SCR 2 Indian/Mahe 1, SD SDG 2 Africa/Khartoum 6, '
    'SE SEK 2 Europe/Stockholm 1, SG SGD 2 Asia/Singapore 0, SH SHP 2 Atlantic/St_Helena 1, '
    'SI EUR 2 Europe/Ljubljana 1, SJ NOK 2 Arctic/Longyearbyen 1, SK EUR 2 Europe/Bratislava 1, '
    'SL SLE 2 Africa/Freetown 1, SM EUR 2 Europe/San_Marino 1, SN XOF 0 Africa/Dakar 1, '
    'SO SOS 0 Africa/Mogadishu 1, SR SRD 2 America/Paramaribo 1, SS SSP 2 Africa/Juba 1, '
    'ST STN 2 Africa/Sao_Tome 1, SV USD 2 America/El_Salvador 0, SX XCG 2 America/Lower_Princes 1, '
    'SY SYP 0 Asia/Damascus 6, SZ SZL 2 Africa/Mbabane 1, TC USD 2 America/Grand_Turk 1, '
    'TD XAF 0 Africa/Ndjamena 1, TF EUR 2 Indian/Kerguelen 1, TG XOF 0 Africa/Lome 1, TH THB 2 Asia/Bangkok 0, '
    'TJ TJS 2 Asia/Dushanbe 1, TK NZD 2 Pacific/Fakaofo 1, TL USD 2 Asia/Dili 1, TM TMT 2 Asia/Ashgabat 1, '
    'TN TND 3 Africa/Tunis 1, TO TOP 2 Pacific/Tongatapu 1, TR TRY 2 Europe/Istanbul 1, '
    'TT TTD 2 America/Port_of_Spain 0, TV AUD 2 Pacific/Funafuti 1, TW TWD 2 Asia/Taipei 0, '
    'TZ TZS 2 Africa/Dar_es_Salaam 1, UA UAH 2 Europe/Kyiv 1, UG UGX 0 Africa/Kampala 1, UM USD 2 - 0, '
    'US USD 2 - 0, UY UYU 2 America/Montevideo 1, UZ UZS 2 Asia/Tashkent 1, VA EUR 2 Europe/Vatican 1, '
    'VC XCD 2 America/St_Vincent 1, VE VES 2 America/Caracas 0, VG USD 2 America/Tortola 1, '
    'VI USD 2 America/St_Thomas 0, VN VND 0 Asia/Ho_Chi_Minh 1, VU VUV 0 Pacific/Efate 1, '
    'WF XPF 0 Pacific/Wallis 1, WS WST 2 Pacific/Apia 0, XK EUR 2 - 1, YE YER 0 Asia/Aden 0, '
    'YT EUR 2 Indian/Mayotte 1, ZA ZAR 2 Africa/Johannesburg 0, ZM ZMW 2 Africa/Lusaka 1, '
    'ZW ZWG 2 Africa/Harare 0', ', ') entry
cross join lateral string_to_array(entry, ' ') parts;

update private.countries c
set tax_percentage = x.tax_percentage, tax_number_form = x.tax_number_form,
  wallets = (
    select coalesce(jsonb_agg(jsonb_build_object('name', split_part(w, '=', 1), 'name_ar', split_part(w, '=', 2))),
      '[]')
    from unnest(x.wallets) w)
from (values
  ('EG', 14, '^[0-9]{9}$', '{InstaPay=إنستاباي,Vodafone Cash=فودافون كاش}'::text[]),
  ('SA', 15, '^3[0-9]{13}3$', '{mada=مدى,STC Pay=STC Pay}'),
  ('AE', 5, '^[0-9]{15}$', '{}'),
  ('KW', null, null, '{K-Net=كي نت}'),
  ('BH', 10, '^[0-9]{15}$', '{BenefitPay=بنفت باي}'),
  ('OM', 5, '^OM[0-9]{10}$', '{}'),
  ('JO', 16, null, '{CliQ=كليك}'),
  ('IQ', null, null, '{ZainCash=زين كاش}'),
  ('LB', 11, null, '{Whish Money=ويش موني}'),
  ('MA', 20, null, '{}'),
  ('DZ', 19, '^([0-9]{15}|[0-9]{20})$', '{BaridiMob=بريدي موب}'),
  ('TN', 19, '^[0-9]{7}[A-Z]([ABDNP][CEMNP][0-9]{3})?$', '{}'),
  ('SD', null, null, '{Bankak=بنكك}'),
  ('PS', 16, null, '{Jawwal Pay=جوال باي}'),
  ('YE', null, null, '{Jawali=جوالي}'),
  ('TR', 20, '^[0-9]{10,11}$', '{}')) x(code, tax_percentage, tax_number_form, wallets)
where c.code = x.code;
