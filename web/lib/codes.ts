/** ISO 3166 codes; the countries whose settings are proposed in full come first. The database knows the same ones. */
export const countries = (
  'EG SA AE KW QA BH OM JO LB IQ PS YE LY SD TN DZ MA TR SY MR DJ SO KM ' +
  'AD AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DK DM DO EC EE EH ER ES ET ' +
  'FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IR IS IT JE JM JP KE KG KH KI KN KP KR KY KZ LA LC LI LK LR LS LT LU LV MC MD ME MF MG ' +
  'MH MK ML MM MN MO MP MQ MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ PA PE PF PG PH PK PL PM PN PR PT PW PY RE RO RS RU RW SB SC SE SG SH SI SJ SK SL SM SN SR SS ST SV SX SZ TC TD TF TG TH ' +
  'TJ TK TL TM TO TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YT ZA ZM ZW'
).split(' ');

/** ISO 4217 codes of money that people pay with, as in the constraint business_currency_code; those of the first countries first. */
export const currencies = (
  'EGP SAR AED KWD QAR BHD OMR JOD LBP IQD ILS YER LYD SDG TND DZD MAD TRY SYP USD EUR GBP ' +
  'AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP ' +
  'ERN ETB FJD FKP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR INR IRR ISK JMD JPY KES KGS KHR KMF KPW KRW KYD KZT LAK LKR LRD LSL ' +
  'MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN PYG RON RSD RUB RWF SBD SCR SEK SGD ' +
  'SHP SLE SOS SRD SSP STN SVC SZL THB TJS TMT TOP TTD TWD TZS UAH UGX UYU UZS VES VND VUV WST XAF XCD XCG XOF XPF ZAR ZMW ZWG'
).split(' ');

/** Arabic names of the zones' cities, from CLDR 48.2, for the first countries: browsers only name the country of a zone. */
export const arabicCities: Readonly<Record<string, string>> = {
  'Africa/Cairo': 'القاهرة',
  'Asia/Riyadh': 'الرياض',
  'Asia/Dubai': 'دبي',
  'Asia/Kuwait': 'الكويت',
  'Asia/Qatar': 'قطر',
  'Asia/Bahrain': 'البحرين',
  'Asia/Muscat': 'مسقط',
  'Asia/Amman': 'عمّان',
  'Asia/Beirut': 'بيروت',
  'Asia/Baghdad': 'بغداد',
  'Asia/Hebron': 'الخليل',
  'Asia/Gaza': 'غزة',
  'Asia/Aden': 'عدن',
  'Africa/Tripoli': 'طرابلس',
  'Africa/Khartoum': 'الخرطوم',
  'Africa/Tunis': 'تونس',
  'Africa/Algiers': 'الجزائر',
  'Africa/Casablanca': 'الدار البيضاء',
  'Europe/Istanbul': 'إسطنبول',
  'Asia/Damascus': 'دمشق',
};
