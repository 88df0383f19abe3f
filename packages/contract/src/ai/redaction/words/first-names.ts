/**
 * First names in organizations in Germany, Austria and Switzerland, of all ages and origins. Lower case. Names
 * that are also other words are in `doubtfulFirstNames`.
 */
export const firstNames: ReadonlySet<string> = new Set(
  `aaron abdi abdul abdullah abebe achim ada adalbert adam adele adelheid adelina adem adil adnan adolf adrian adriana
adwoa agata agathe agnes agnesa agnieszka agron ahmad ahmed ahmet aida aischa aisha ajla akira alban albana albert
albin albrecht alda aldo alejandro aleksandar aleksandra alena alessandra alessandro alessia alessio alex alexa
alexander alexandra alexej alexis alfons alfred ali alice alicia alija alina alisa aljona alla alma almut alois
aloisia alwin alwine amalia amalie amanda amara amelie amin amina aminata amir amira amit ana anastasia anastasija
anatoli anatolij andra andre andrea andreas andreea andrej andri andriy andrzej aneta anett anette angela angelika
angelina anika anita anja anjali anka anke ann anna annabell anne annegret anneke annelie anneliese annelore annemarie
anni anselm ansgar antje anton antonia antonina antonio anuschka anwar apollonia aras arben arda ardian arian ariane
arjun arkadi armin arne arno arnold arnulf arslan arthur artjom asim asma astrid asya athanasia athanasios athina
attila auguste augustin aurel aurelia aurora axel ayaan aydin ayhan ayla aylin aynur ayoub ayse aysun ayşe aziz azra
badr bahar balthasar baraa baran barbara barbla baris bartosz bashar basil bastian bea beat beata beate beatrice
beatrix beatus behrouz bela belinda ben benedikt benedikta benita benjamin benno berenike berfin berivan bernadett
bernadette bernd bernhard bernhardine berta berthold bertram besnik betina bianca bilal bilan biljana birger birgit
birgitta birte bjarne björn blerta blessing bodo bogdan bogdana bogumila bohdan boris bozena branka branko brigitta
brigitte britta broder bruna brunhild brunhilde bruno burak burghard burghardt burgi burgl burkard burkhard bushra
bärbel bülent calogero can cansu carina carl carla carlo carlos carlotta carmela carmen carola carolin carolina
caroline carsten catalin catarina caterina catherine catrin cecilia celina cem cemal cengiz ceyda chantal chantalle
charlotte chiara chidi chinedu christa christel christian christiana christiane christina christine christof
christopher cilli cindy claas clara clarissa claude claudia claudio claus clemens clementine colin concepción concetta
conny conrad constantin constanze cora cordula corinna corinne cornelia cornelius cosima cristina cynthia czeslaw
cäcilia dagmar dagobert daisy dalal dalia damian damir dana daniel daniela daniele danilo danuta daria dario darius
dariusz darko david davide dean deborah deepak defne delal delia denise deniz dennis desiree desislava despina detlef
detlev diana didier diego dietbert dieter diethelm dietlinde dietmar dietrich dilan dilara dilek dilnaz dimitra
dimitri dimitrios dina dirk dmitri dmytro dolores domenico dominic dominique donata dora doreen doris dorit dorota
dorothea dorothee dragan dragana driton dubravka duc dunja dursun dusan ebru eckart eckbert eckehard eckhard eckhart
edda edelgard edeltraud edeltrud edgar edith editha edmund eduard edwin efe egbert egon egor ehrenfried ehrhard eike
eileen eirini ekaterina elena eleni eleonora eleonore elfi elfriede elham elias elif elin elina elisa elisabeth elise
eliza elke ella ellen elli elmar elsa elsbeth else elvira emanuel emeka emely emil emilia emilie emily emina emine
emma emmerich emmi emre engelbert enie enno enrico enver enzo erdmann erdmute erdogan erhard eric erich erik erika
erkan erna erwin esma esra ester eszter ethan etienne eugen eugenia eugenie eva evangelia evangelos evelin eveline
evgenij evi ewa ewald ewelina fabian fabienne fabio fabrice fadime faisal falk farah farid farida farzaneh fatih
fatima fatma fatos fatou fayza fedor felicitas felix femke fenja ferdinand ferdl ferenc ferhat fernando fiete filip
filippo filiz finn finnja fiona firat fjodor flavia flavio flora florian florin flurina flutura focke fotini franca
francesca francesco francine francis franco franz franzi franziska franziskus frauke frederic freya frida frieda
friedbert friedegard friedel friederike friedhelm friedo friedrich fritz fritzi gabi gabriel gabriela gabriele gaetano
galina gebhard geeske gennadi gennadij genowefa georg georgi georgios gerald geraldine gerd gerda gerhard gerhild
gerlinde germana gernod gernot gero gerold gerti gertraud gertrud gertrude gesa gesche gesine gheorghe giacomo gian
gianluca gianna gilbert gilberte gina ginevra gion giorgio giovanna giovanni gisbert gisela giselher giulia giuseppe
goran gordana gordian gottfried gotthard gottlieb grazyna gregor greta gretchen grete gretel grigori grit grzegorz
gudrun guido gunda gundel gundi gundula gunnar gunter guntram gustav györgy gábor götz gülay gülcan gülistan gülsen
günter habbo hacer hadi hadice hagen haile haitham hakan halil halima halina hamid hamza hana hanan hannah hannchen
hanne hannegret hannelore hannes hanni hanno hans hansgeorg hansi hansjörg hansjürg hanspeter hansruedi hansueli
harald hartmut hartwig haruto hasan hatice hauke hayriye heba hedda hedwig hedy heide heidelinde heidelore heidemarie
heiderose heidi heidrun heike heiko heimo heiner heini heinrich heinrike heinz helena helene helga helge hella hellmut
helma helmi hendrik henning henny henri henriette henrik henrike herbert heribert hermann hermine herta herwig hevin
hiba hildburg hilde hildegard hildegund hilke hilmar hiltrud hinnerk hinrich hisham hodan holger horst hubert hubertus
huda hugo huguette huong huseyin hussain hussein hüseyin hüsnü ibrahim ibrahima ida ifeoma ignaz igor ildikó ilka
ilona ilse ilyas imke immanuel ina ines inessa inga inge ingeborg ingeburg ingmar ingo ingolf ingrid ingrun inka inken
insa inês ioana ioannis irena irene irfan irina irma irmela irmgard irmhild irmi irmtraud irmtraut irmtrud isa isabel
isabella isabelle ismail isolde istvan ivan ivana ivanka ivica ivo ivona iwan jacek jacob jacqueline jacques jadranka
jadwiga jaime jala jamal jan jana jane janek janina janine janis janko jannes jannik janosch janusz jaqueline jarek
jaroslav jasmina jason jasper javier jawad jean jean-pierre jeanette jekaterina jelena jella jelto jendrik jennifer
jenny jens jeremias jeremy jerome jerzy jessica jette jewgeni jewgenij jihan jil jill jiří joachim joana jochen joel
johann johanna johannes john jolanta jona jonah jonas jonathan jordan jordis jorge jorina joris josef josefa josefine
josiane josip jost josé jovan jozef joão juan judith jule julia julian juliana juliane julien julija julika julius
juna jupp jurij justin justina justus jutta jános jörg jörn jürg jürgen kaan kadir kamal kamil karel karim karin karl
karlheinz karli kaspar katarzyna kathi kathleen kati katja katka kawa kay kazimierz kenan kenji kerem kerstin kevin
khadija khaled khalil kilian kim kimberley kira kirill kirsten klementina knut kofi konrada konstantina konstantinos
korbinian kordelia kostas krasimir kreszentia kreszenz kristian kristin kristof krzysztof kujtim kunibert kunigunde
kuno kurt kwabena kwame kyra käte ladina ladislaus laila lakshmi lara larissa lars laszlo latifa laura laurent laurenz
laurin lea leah leander leano leif leila lena lene leni lenka lennard lennart leo leokadia leon leona leonhard leonid
leonie leonora leopold leopoldine leotrim leszek levent levi levin lia liam liane lidia lidija liesbeth lieschen
liesel lieselotte lilian liliana lilli lina linda linh linnea lino linus lioba lisa lisbeth liselotte lisette liya
ljiljana ljudmila lois loisl lore loredana lorena lorenz loretta loris lothar lotta lotte louis louisa louise luan
lubna luc luca lucas lucette lucia lucie lucien lucyna ludger ludmila ludovico ludwig ludwina luigi luis luisa luise
luitgard luka lutz maciej madeleine magda magdalena mahdi maher mahmoud mahmut maik maike maja maksim malak malgorzata
malia malik malina malo malte malwine mamadou mandy manfred manja manuel manuela marc marcel marcella marcin marco
marcus mareike marek maren margareta margarete margit margitta margot margret margrit marguerite maria mariam marian
mariana marianne marie mariele mariella marija marijana marika marina mario marion marisa marita marius marjan marlen
marlene marlies marlis marlon marta marten martin martina marvin marwa marzena massimo mateo mateusz mathias mathilda
mathilde mathis mats matthes matthäus maurice mauro maurus max maxim maximilian maya mazen mechthild mehdi mehmet
mehret mehtap meike meinhard meinolf meinrad melanie melek melina melissa melitta meral meret merle merlin mert mervan
merve meryem meta metin mia micha michael michaela michail michal michel michele mieczyslaw miguel mihaela mihai mika
mikail mike miklos mila milan milena milica milo miloš mina minh mira miray mircea mireille mirela miriam mirjam
mirjana mirjeta mirko miro miroslav mirosław mitzi mohamed mohammad momme mona moni monika monique morgane moritz
moussa muhammad muhammed murat mustafa mykola nabil nada nadeschda nadia nadim nadine nadja naima najib nancy nane
naomi narges nasrin natalia natalie natalja natascha nathan navid nazan necla nele nelli nenad nermin nesrin nevena
nexhmedin ngozi nick nicki niclas nico nicola nicolas nicole nicolo niels nihal nihat nik nika nikita niklaus niko
nikolai nikolaj nikolaos nikolaus nils nina nino nisa nizar noah noel noemi noor nora norbert norma norman nour nuno
nuray nurcan nuriye nurten ocke oda odette okko oksana oktay olaf ole oleg oleh olena olesja olga olha oliver olivia
olivier oluwaseun omar omer omid onur orhan orlando ornella ortrud ortrun ortwin osama oskar osman ostap osvaldo
oswald oswin otmar ottfried otthein ottilia ottilie otto ottokar ousmane ozan pablo panagiotis paola paolo parisa
parwin pascal pascale patricia patrick patrizia paul paula paulina pauline pavel pedro peer peggy petar peter petr
petra philippa philippe phuong pia pierre piet pietro pina piotr pirmin pjotr plamen poldi polina predrag priska priya
przemyslaw quirin rabea rabia rachel radek radmila radovan rafael raffaela raffaele rahel rahul raik raimund rainer
raisa ralf ramadan ramazan ramin ramon ramona randolf rania rashid rashida rasmus raul ravi rayan raymond rebecca
recep regina regine regula rehan reimar reimund reimut reiner reinhard reinhardt reinhild reinhilda reinhilde reinhold
reinout rena renata renate rene renke rené resi reto reza rezan ricarda riccardo richard rico ridvan rima rita robert
roberta roberto robin rocco rodrigo roger rojda rojin roland rolf roman romana romy ronald ronja ronny rosa rosalia
rosalie rosalinde rosaria rosel rosemarie rosi rosina rosita rosl rosmarie roswita rotraud rotraut ruben rudi rudolf
ruedi rui runa rupert ruperta rupprecht ruslan ruth ryszard rüdiger saad sabina sabine sabrina safiye sahar said saide
salih salim salma salman salome salvatore sam samantha sameh sami samira samuel sandra sandro saniye sanjay saphira
sara sarah sascha saskia schahin schorsch sebald sebastian sedat seher selam selda selim selina selma semjon semra
senta sepp seppi serafina seraina serap serdar serena sergej sergio serhii serkan severin sevgi sevim shadi sherin
shirin shqipe sibel sibylla sibylle sidra siegbert siegfried sieghilde sieglinde siegmar siegmund siegrid siegrun
siggi sigmar sigmund sigrid sigrun silas silja silke silvan silvana silvester silvia silvio simon simona simone sina
sinan sindy sinem sirin slavica slavko slawomir slobodan smilla snezana sofia sofie sofija solveig songül sonia sonja
spiros stanislav stavros stefan stefania stefanie stefano steffen steffi stella stepan steve steven stjepan stoyan
sude sumaya sunita sunniva susan susanna susanne suse susi suzana svea sven svenja svetlana swantje swen swjatoslaw
sylvain sylvie sönke sören sünje tabea tadeusz tahir talha tamara tamer tamina taner tanja taras tarek tarik tatjana
tayfun ted teresa tesfaye thaddäus thea thekla theo theodor theodora theofanis theres therese theresia thierry thilo
thomas thorben thore thorsten thuy tiago tibor tiffany tilda tillmann tilo tim timm timo timon tina tino titus tjark
tobias tolga tom tomasz tomislav tomke toni tore torge traudel traudi traudl traugott trautchen traute tristan trude
trudi tuan tunde turgut tuğba türkan udo ueli ulf uli ulla ulli ullrich ulrika ulrike ulvi ulyana umran umut urban urs
ursel ursi ursina ursula urszula urte uschi uta ute utz uwe vaclav vadim valentin valentina valeri valeria valerie
valon vanessa vasco vasile vasiliki veit velten vera verena veronica veronique vesna vicki victor victoria vijay
viktorija vincent vinzent vinzenz viola violetta vitali vito vittoria vitus vivian viviane vivien vladimir vlado
volkan volker volkhard volkmar volodymyr vreni vroni wael walat walburga waldemar walid walpurga walter waltraud
waltraut wanda warda wasili wastl wei wendel wendelin wenke wenzel werner wibke wiebke wieland wieslaw wieslawa wigand
wilfried wilhelm wilhelmina wilhelmine willi willibald wilma wiltraud wiltrud winfried winnie witalij witold
wjatscheslaw wlodzimierz wojciech wolfdieter wolfgang wolfhart wolfram xandl xaver xaverl xenia yagmur yahya yannic
yara yasar yasemin yasin yasir yasmin yavuz yildiz ylva ylvi yohannes yolanda yousef yuki yulia yunus yusra yusuf yves
yvette yvonne zacharias zahra zainab zakaria zara zbigniew zdeněk zdzislaw zehra zeki zekiye zeliha zeljko zenon zenzi
zeynab zeynep ziad zilan zinaida zita zoe zofia zoja zoltan zoran zsolt zsuzsanna zuzana zvonimir zygmunt züleyha
özgür özlem ünal şükrü šárka`.split(/\s+/),
);

/** First names that are also words, months, surnames or places: used only with further evidence of a name. */
export const doubtfulFirstNames: ReadonlySet<string> = new Set(
  `angel august aurora bella berg can chance charlie christ ella ernst felicia flora ger gerade heide holly iris ivy
jasmin jordan joy karo konstanz lilie linde luna mai marin mark may melody mercedes norma oda paris rex rose santa
siena sierra sky sommer sonny stella stern urban victor viola wolf`.split(/\s+/),
);
