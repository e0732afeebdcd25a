import { CREDIT_NOTE } from '#contract/payments/receipt-example.ts'
import type { Receipt } from '#contract/payments/receipts.ts'

/** Names with the letters of many languages, including letters composed of others. */
export const NAMES: readonly string[] = `
Zoe Smith|Zoë Smith|Joe Éclair|Chloë Ormond|Éloise Edwards|Ève Evans|Renée Reed|Þór Þórðarson|Đorđe Đokić|Ðóra Ðe
Łukasz Nguyễn|Żaneta Źdźbło|Święty Świerszcz|Grażyna Brzęczyszczykiewicz|Jędrzej Gęś|Ołena Łącka|Paweł Wójcik|Bożena Żak|Zofia Śliwa|Mścisław Ćwik
Nguyễn Thị Ánh|Trần Đức Ấn|Lê Hữu Ước|Phạm Thị Ổn|Vũ Ngọc Ẩn|Đặng Quỳnh Như|Bùi Thế Vỹ|Hoàng Ưng|Đỗ Ỷ Lan|Phan Thị Ẽ
Jürgen Müller|Björn Öst|Ännchen Jäger|Günther Größmann|Jörg Weiß|Käthe Ünlü|Søren Kierkegård|Åse Ødegård|Ærø Æsir|Mårten Ångström
Ólafur Ágústsson|Björk Guðmundsdóttir|Sigríður Ýr|Íris Úlfarsdóttir|Ásdís Öxl|Hörður Ísak|Þuríður Ólöf|Ægir Ögmundsson|Jóhanna Éva|Grímur Ýmir
José Ñíguez|Íñigo Óscar|Ángel Úbeda|María Peñalver|Begoña Güell|Núria Çelma|Joaquín Ibáñez|Concepción Avilés|Raül Òdena|Àngels Prat
João Simões|Inês Gonçalves|Conceição Brandão|Antônio Falcão|Mônica Corrêa|Luís Magalhães|Sebastião Pinhão|Âmbar Ção|Êmile Õe|Ítalo Ürsula
François Lefèvre|Noël Hervé|Anaïs Lœuillet|Gaël Œuvrard|Ÿves Haÿ|Benoît Desprès|Maëlle Où|Théodore Çà|Ümit Ôtan|Hélène Bœuf
Ștefan Țiriac|Ioana Bălan|Mădălina Șerban|Gheorghe Țîrlea|Andreea Ânghel|Răzvan Încă|Ţepeş Vlad|Șuțu Ală|Crăciun Mîță|Brâncuși Constantin
Dvořák Antonín|Jiří Řehoř|Žofie Šťastná|Čeněk Ďábel|Věra Ťuhýková|Ňufi Ýtková|Ľubomír Ĺan|Ŕehák Ôsmy|Květa Ůrová|Zdeněk Ěž
Őri Ödön|Űrhajós Ünige|Győző Fűzfa|Örs Éva|Ágnes Íjász|Ádám Úr|László Öcsi|Tünde Őszi|Zsófia Szűcs|Gyöngyi Nagyűr
İbrahim Iğdır|Işıl Çağlar|Şükrü Öztürk|Gülşen Ünal|Ömer İnönü|Tuğba Yıldız|Çiğdem Şahin|Ağa Iğ|İpek Âlem|Ümit Şişli
Ājs Bērziņš|Ģirts Ķēniņš|Šarlote Žagare|Ņikita Ļaudis|Ēriks Ūdris|Īva Čakste|Ąžuolas Ęglė|Ėva Įlanka|Ųla Ūsas|Šarūnas Žemaitė
Õnne Ülo|Äli Öö|Žürii Šaht|Kõiv Mägi|Jüri Põld|Väinö Äyräpää|Yrjö Åke|Päivi Hämäläinen|Tõnu Õunapuu|Ülle Häär
Γιώργος Παπαδόπουλος|Άννα Έλλη|Ήρα Ίρις|Όμηρος Ύδρα|Ώρα Ϊος|Ϋλη Ψυχή|Μαΐρη Προϊστάμενη|Ξένια Θεοδωράκη|Ζωή Ωραία|Ἀθηνᾶ Ὀδυσσεύς
Йосиф Ёлкин|Щорс Жуков|Ольга Ефимова|Цветан Ъглов|Яна Юлина|Эдуард Ыков|Ґалаґан Їжак|Євген Іваненко|Ўладзімір Ёсь|Ћирић Ђорђе
Љубица Њежић|Џемал Јова|Ѓорѓи Ќосев|Ѕвездан Ѐв|Ѝван Йовчев|Әсел Қанат|Ғалым Өмір|Үміт Ұлы|Һайдар Іңкәр|Ңгуен Җәмил
Արմեն Սարգսյան|Անահիտ Ղազարյան|Եվա Ծովինար|Գևորգ Ճանճ|Նինո Ժվանია|გიორგი მაისურაძე|ნინო ჭავჭავაძე|თამარ ყიფიანი|ლუკა ძნელაძე|ქეთევან ღონღაძე
Ŵyn Ŷork|Ẅil Ẁen|Ẃyn Ỳan|Ġorġ Ħal|Żeppi Ċikku|Ŝan Ĵoĉjo|Ĝi Ĥuĉ|Ŭo Ĉe|Ṣọlá Ẹ̀bùn|Ọlọ́runfẹ́mi Àjàyí
Ńkechi Ụzọma|Ịfẹoma Ọbị|Ǹnamdi Ḿba|Ɓala Ɗan|Ƙaura Ƴar|Ŋoni Ɛsi|Ɔfɔe Ɖe|Ƒui Ɣeli|Ʋu Ŋɔŋ|Ƴero Ɲa
O’Connor Seán|Mac Giolla Íosa|D’Angelo Niccolò|Pierre–Luc Ü|Ana-María Íjaz|Fiona Offley|Griffin Fiſher|Office Afflick|Ffion Ffoulkes|Jĳn Ĳsbrand
`
  .split(/[|\n]/)
  .filter(Boolean)

/** A receipt paid by someone with that name. */
export function receiptFor(name: string): Receipt {
  const items = CREDIT_NOTE.items.map((item) => ({ ...item, patientName: name }))
  return { ...CREDIT_NOTE, payer: { ...CREDIT_NOTE.payer, name }, items }
}
