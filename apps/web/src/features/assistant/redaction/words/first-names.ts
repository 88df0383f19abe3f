/**
 * First names as they are borne in practices of Germany, Austria and Switzerland, old and young, of every origin.
 * Lower case, without those that are words of their own; those stand in `doubtfulFirstNames`.
 */
export const firstNames: ReadonlySet<string> = new Set(
  `aaron abdul abdullah abebe achim ada adalbert adam adelbert adele adelheid adelina adem adnan adolf adrian adriana
adwoa agata agathe agnes agnieszka agron ahmad ahmed ahmet aida aischa aisha ajla akira alban albana albert albin
albrecht alda aldo alejandro aleksandar aleksandra alena alessandra alessandro alessia alessio alex alexa alexander
alexandra alexej alexis alfons alfred ali alice alicia alija alina alisa alma almut alois aloisia alwin amalia amalie
amanda amara amelie amin amina aminata amir amira amit ana anastasia anastasija andra andre andrea andreas andreea
andrej andri andriy andrzej anett anette angela angelika angelina anika anita anja anjali anka anke ann anna annabell
anne annegret anneke annelie anneliese annelore annemarie annett annette anni annika anselm ansgar antje anton antonia
antonio anuschka apollonia arben arda ardian arian ariane arjun arkadi armin arne arno arnold arnulf arslan arthur
artur asim astrid asya athanasia athanasios athina attila augustin aurel aurelia aurora axel aydin ayhan ayla aylin
aynur ayse aysun ayşe aziz balthasar baran barbara barbla baris bartosz bashar basil bastian bea beat beata beate
beatrice beatrix beatus behrouz bela belinda ben benedikt benedikta benita benjamin benno berenike bernadette bernd
bernhard bernhardine berta bertha berthold bertram besnik betina bettina bianca bilal biljana birger birgit birgitta
birte bjarne björn blerta blessing bodo bogdan bohdan boris bozena branka branko brigitta brigitte britta broder bruna
brunhild brunhilde bruno burak burghard burghardt burgi burgl burkhard bärbel bülent calogero can cansu carina carl
carla carlo carlos carlotta carmela carmen carola carolin carolina caroline carsten catalin catarina caterina
catherine catrin cecilia celina cem cemal cengiz ceyda chantal chantalle charlotte chiara chidi chinedu christa
christel christian christiana christiane christina christine christof christoph christopher cilli cindy claas clara
clarissa claude claudia claudio claus clemens clementine colin concepción concetta conny conrad constantin constanze
cora cordula corinna corinne cornelia cornelius cosima cristina cynthia cäcilia dagmar dagobert daisy dalia damian
damir dana daniel daniela daniele danielle danilo danuta daria dario darius dariusz darko darya david davide dean
deborah deepak defne delia denise deniz dennis desiree desislava despina detlef detlev diana didier diego dietbert
dieter dietlinde dietmar dietrich dilara dilek dimitra dimitri dimitrios dina dirk dmitri dmytro dolores domenico
dominic dominik dominique donata dora doreen doris dorit dorothea dorothee dragan dragana driton dubravka duc dunja
dursun dusan ebru eckart eckehard eckhard eckhart edda edelgard edeltraud edgar edith editha edmund eduard edwin
egbert egon ehrenfried ehrengard eike eileen eirini ekaterina elena eleni eleonora eleonore elfi elfriede elias elif
elin elina elisa elisabeth elise elke ella ellen elli elmar elsa elsbeth else elvira elwira emanuel emeka emely emil
emilia emilie emily emina emine emma emmeram emmerich emmi emre engelbert enno enrico enver enzo erdmute erdogan
erhard eric erich erik erika erkan erna erwin esma esra ester esther eszter ethan etienne eugen eugenia eugenie eva
evangelia evangelos evelin eveline evelyn evgenij evi ewa ewald fabian fabienne fabio fabrice fadime falk farah farid
farida farzaneh fatih fatima fatma fatos fatou fedor felicitas felix femke fenja ferdinand ferdl ferenc fernando fiete
filip filippo filiz finn finnja fiona firat flavia flavio flora florian florin flurina flutura focke fotini franca
francesca francesco francine francis franco franz franzi franziska franziskus frauke frederic frederik freya frida
frieda friedbert friedel friederike friedhelm friedrich fritz fritzi gabi gabriel gabriela gabriele gaetano galina
gebhard geeske georg georgi georgios gerald geraldine gerd gerda gerhard gerhild gerlinde germana gernot gero gerold
gerti gertraud gertrud gertrude gesa gesche gesine gheorghe giacomo gian gianluca gianna gilbert gilberte gina ginevra
gion giorgio giovanna giovanni gisbert gisela giselher giulia giuseppe goran gordana gottfried gotthard gotthilf
gottlieb grazyna gregor greta grete gretel grigori grit grzegorz gudrun guido gunda gundel gundula gunnar gunter
gunther guntram gustav györgy gábor götz gülay gülsen günter günther habbo hadi hagen haile haitham hakan halil halima
halina halyna hamid hamza hana hanna hannah hanne hannelore hannes hanni hans hansi hansjörg hansjürg hanspeter
hansruedi hansueli harald hartmut hartwig haruto hasan hassan hatice hauke hayriye hedda hedwig hedy heide heidemarie
heiderose heidi heidrun heike heiko heiner heini heinrich heinz helena helene helga helge hella hellmut helma helmut
helmuth hendrik henning henri henriette henrik henrike henry herbert heribert hermann hermine herta hertha herwig hiba
hilde hildegard hildegund hilke hilmar hinnerk hinrich holger horst hubert hubertus huda hugo huguette huong huseyin
hussain hussein hüseyin hüsnü ibrahim ibrahima ida ifeoma ignaz igor ildikó ilka ilona ilse ilyas imke immanuel ina
ines inga inge ingeborg ingeburg ingmar ingo ingolf ingrid inka inken insa inês ioana ioannis irena irene irfan irina
irma irmela irmgard irmhild irmi irmtraud iryna isa isabel isabell isabella isabelle ismail isolde istvan istván ivan
ivana ivanka ivica ivo ivona iwan jacek jacob jacqueline jacques jadranka jadwiga jaime jakob jala jamal jan jana jane
janek janina janine janis janko janna jannes jannik jannis janosch janusz jaqueline jarek jaroslav jasmina jason
jasper javier jean jean-pierre jeanette jeannette jelena jella jelto jendrik jennifer jenny jens jeremias jeremy
jerome jerzy jessica jessika jette jewgeni jewgenij jil jill jiří joachim joana joanna jochen joel johann johanna
johannes john jona jonah jonas jonathan jordan jordis jorge joris josef josefa josefine joseph josephine josiane josip
jost josé jovan jozef joão juan judith jule julia julian juliana juliane julien julija julika julius juna jupp justin
justina justus jutta jános jörg jörn jürg jürgen kaan kamil karel karim karin karina karl karla karlheinz karli karola
karolina karoline karsten kaspar katalin katarina katarzyna katerina kateryna katharina kathi kathleen kathrin kati
katja katka katrin kay kemal kenan kenji kerem kerstin kevin khadija khaled kilian kim kimberley kira kirsten klara
klaudia klaus klementine knut kofi konrad konrada konstantin konstantina konstantinos konstanze korbinian kordula
korinna kornelia kostas krasimir kristian kristin kristina kristof krystyna krzysztof kujtim kunigunde kuno kurt
kwabena kwame kyra käte käthe ladina ladislaus laila lakshmi landolf lara larissa lars laszlo laura laurent laurenz
laurin layla lea leah leander leano leif leila lena lene leni lenka lennard lennart lenny leo leon leona leonhard
leonid leonie leonora leopold leopoldine leotrim leszek levent levi levin leyla lia liam liane lidia liesbeth liesel
lieselotte lilian liliana lilli lilly lina linda linh linnea lino linus lioba lisa lisbeth liselotte lisette liya
ljiljana ljudmila lois loisl lore loredana lorena lorenz loretta loris lothar lotta lotte louis louisa louise luan luc
luca lucas lucette lucia lucie lucien lucía ludger ludmila ludmilla ludovico ludwig ludwina luigi luis luisa luise
luitgard luka lukas lukáš lutz lydia maciej madeleine magda magdalena maher mahmoud mahmut maik maike maja maksim
malgorzata malia malik malina malo malte malwine mamadou mandy manfred manja manuel manuela marc marcel marcella
marcin marco marcus mareike marek maren margareta margarete margaretha margarethe margit margitta margot margret
margrit marguerite maria mariam marian mariana marianne marie mariele mariella marija marijana marika marina mario
marion marisa marita marius marjan marko markus marlen marlene marlies marlis marlon marta marten martha martin
martina marvin maryam maría massimo mateo mateusz mathias mathilda mathilde mathis matilda mats matteo matthes
matthias matthäus maurice mauro maurus max maxim maximilian maya mechthild mechtild mehdi mehmet mehret mehtap meike
meinhard meinolf meinrad melanie melek melina melissa melitta meret merle merlin mert meryem meta metin mia micha
michael michaela michal michel michele michelle miguel mihaela mihai mika mikail mike miklos mila milan milena milica
milo miloš mina minh mira mircea mireille mirela miriam mirjam mirjana mirjeta mirko miro miroslav mirosław mitzi
mohamed mohammad mohammed momme mona moni monika monique morgane moritz moussa muhammad muhammed murat mustafa mykola
myriam nada nadia nadine nadja najib nancy nane naomi natalia natalie natascha nathalie nathan nazan necla nele nelli
nelly nenad nermin nevena nexhmedin ngozi nick nicki niclas nico nicola nicolas nicole nicolo niels nihat nik nika
nikita niklas niklaus niko nikola nikolai nikolaj nikolaos nikolaus nils nina nino noah noel noemi noor nora norbert
norma norman nour nuno nuray nurcan nurten ocke oda odette okko oksana oktay olaf ole oleg olena olga olha oliver
olivia olivier oluwaseun omar omer onur orhan orlando ornella ortrud ortrun ortwin osama oskar osman osvaldo oswald
oswin otmar ottfried otthein ottilie otto ottokar ousmane ozan pablo panagiotis paola paolo parisa pascal pascale
patricia patrick patrik patrizia paul paula paulina pauline paulus pavel pawel pedro peer peggy petar peter petr petra
philip philipp philippa philippe phuong pia pierre piet pietro pina piotr pirmin pjotr placidus plamen poldi polina
predrag priska priya quirin rabea rachel radek radmila radovan rafael raffael raffaela raffaele rahel rahul raik
raimund rainer ralf ralph ramazan ramin ramon ramona randolf rania raphael raphaela rashid rasmus raul ravi rayan
raymond rebecca rebekka recep regina regine regula reimar reimund reimut reiner reinhard reinhardt reinhild reinhilde
reinhold reinout rena renata renate rene renke rené resi reto reza ricarda riccardo richard rico rima rimma rita
robert roberta roberto robin rocco rodrigo roger roland rolf roman romana romy ronald ronja ronny rosa rosalia rosalie
rosalinde rosaria rosemarie rosi rosina rosita roswitha ruben rudi rudolf ruedi rui runa rupert rupprecht ruth ryszard
rüdiger saad sabina sabine sabrina said saide salih salim salma salome salvatore sam samantha sami samira samuel
sandra sandro sanjay saphira sara sarah sascha saskia schahin schorsch sebastian selam selim selina selma semra senta
sepp seppi serafina seraina serap serdar serena sergej sergio serhii serkan severin sevgi sevim shirin shqipe sibel
sibylla sibylle siegbert siegfried sieghard sieglinde siegmar siegmund siegrid siegrun siegward siegwart sigmar
sigmund sigrid sigrun silas silja silke silvan silvana silvester silvia silvio simon simona simone sina sinan sindy
sinem slavica slavko slobodan smilla snezana sofia sofie sofía solveig songül sonia sonja sophia sophie spiros
stanislav stanislaw stavros stefan stefania stefanie stefano steffen steffi stella stephan stephanie steve steven
stjepan stoyan sude sunita sunniva susan susann susanna susanne suse susi suzana svea sven svenja svetlana swantje
swen swetlana sybille sylke sylvain sylvia sylvie sylwia sönke sören sünje tabea tamara tamina tanja taras tarek tarik
tatjana tayfun ted teresa tesfaye thea thekla theo theodor theodora theofanis theres theresa therese theresia thierry
thilo thomas thorben thore thorsten thuy tiago tibor tiffany tilda tillmann tilman tilo tim timm timo timon tina tino
titus tjark tobias tolga tom tomas tomasz tomislav tomke tomáš toni torben tore torge torsten traudel traudi traudl
traugott traute tristan trude tuan tunde turgut tuğba udo ueli ulf uli ulla ulli ullrich ulrich ulrika ulrike ulvi
umut urban urs ursel ursi ursina ursula urszula urte uschi uta ute utz uwe vaclav valentin valentina valeria valerie
valon vanessa vasco vasile vasiliki veit velten vera verena veronica veronika vesna vicki victor victoria vijay viktor
viktoria viktorija vincent vinzenz viola violetta vitali vito vittoria vitus vivian viviane vivien vladimir vlado
volkan volker volkhard volkmar volodymyr vreni vroni walburga waldemar walid walpurga walter walther waltraud waltraut
wanda wasili wassili wastl wei wendel wendelin wenke wenzel werner wibke wiebke wieland wieslaw wiktoria wilfried
wilhelm wilhelmina wilhelmine willi willibald willy wilma wiltrud winfried winnie wjatscheslaw wladimir wojciech
wolfgang wolfhard wolfram wunibald xandl xaver xaverl xenia yagmur yannic yannick yannik yara yasemin yasin yasmin
yavuz yildiz ylva ylvi yohannes yolanda yousef yuki yulia yusuf yves yvette yvonne zacharias zara zdeněk zehra zeki
zeljko zenzi zeynep ziad zinaida zita zoe zofia zoltan zoran zsolt zsuzsanna zuzana zvonimir özgür özlem şükrü šárka`.split(
    /\s+/,
  ),
);

/** First names that are words, months, surnames or places as well: taken only where something else speaks for a name. */
export const doubtfulFirstNames: ReadonlySet<string> = new Set(
  `angel august aurora bella berg can chance charlie christ ella ernst felicia flora ger gerade heide holly iris ivy
jasmin jordan joy karo konstanz lilie linde luna mai marin mark may melody mercedes norma oda paris rex rose santa
siena sierra sky sommer sonny stella stern urban victor viola wolf`.split(/\s+/),
);
